"""The command `starts`: tests start the program once more, and what each start shows and leaves is written down.

It says nothing about passing. Leaves `_assay/starts.json`, see `STARTS` in `languages/outcome.py`. A program may do
what it likes in its folder, so names and sizes are bounded here, and looked at again by whoever reads them.
"""

from __future__ import annotations

import base64
import contextlib
import filecmp
import itertools
import json
import os
import re
import stat
import sys
import tempfile
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

import pytest

from . import forked, scenario, warm_pytest
from ._scenario import opened
from .begun import Begun
from .echo import OVER, TYPED, Echoed
from .shot import FILE as SHOT
from .shot import shot
from .told import Told

ANSWER = Path("_assay/starts.json")
MOST_STARTS = 40
SECONDS = 40.0  # after which no more tests are begun
MOST_ENTRIES = 2_000  # that are looked at in a program's folder
MOST_REPLAYED = 4  # starts of tests, beside the person's own files
MOST_FILES = 20  # that are kept of one start
MOST_BYTES = 1024 * 1024  # of one file
MOST_IN_ALL = 8 * 1024 * 1024
MOST_TEXT = 20_000  # characters that are kept of what is shown
MARKED = re.compile(f"{TYPED}[^{OVER}]*{OVER}")
ANSWERED = re.compile(f"{TYPED}[^{OVER}]*[^{OVER}\\s][^{OVER}]*{OVER}")
CLOSES = '"act": "close"'  # as `_scenario/window.py` asks for it
OURS = (scenario.PROGRAM, scenario.RECORD, "__pycache__")

Keep = Callable[[str, int | None, bytes], None]


@dataclass(frozen=True)
class Seen:
    """A regular file: how it can be told that it is another one, and its content unless it is large."""

    state: tuple[int, ...]
    content: bytes | None

    def differs(self, other: Seen) -> bool:
        """Whether the content changed; of large files, whether they were written."""
        if self.content is None or other.content is None:
            return self.state != other.state
        return self.content != other.content


class Echo(forked.Counter):
    """Has a started program read from what shows it as well."""

    def begin(self) -> None:
        """See `forked.Counter`."""
        sys.stdin = Echoed()


class Unfinished(Exception):
    """A program goes on and on."""

    def __init__(self, shown: str) -> None:
        self.shown = shown


def unfinished(text: str) -> NoReturn:
    """See `scenario.unfinished`."""
    raise Unfinished(text)


class Kept:
    """A start of which `keep` is told what it showed, how it ended, None where it didn't, and a picture of its windows
    as they were at the end, empty where it had none. See `scenario.Started`."""

    def __init__(self, started: scenario.Started, screen: Mapping[str, str], keep: Keep) -> None:
        """`screen` is the environment that leads to its windows."""
        self._started, self._screen, self._keep = started, screen, keep
        self._told = Told()
        self._picture = b""

    def ask(self, request: str) -> str:
        """See `scenario.Started`."""
        if CLOSES in request:
            self._picture = shot(self._screen)
        answer = self._started.ask(request)
        self._told.add(request, answer)
        return answer

    def ended(self) -> tuple[str, int]:
        """See `scenario.Started`."""
        picture = self._picture or shot(self._screen)
        try:
            shown, status = self._started.ended()
        except Unfinished as unfinished:
            self._keep(self._told.text + unfinished.shown, None, picture)
            pytest.fail("It didn't end.", pytrace=False)
        self._keep(self._told.text + shown, status, picture)
        return MARKED.sub(TYPED + OVER, shown), status


class Starts:
    """A pytest plugin that keeps what each start leaves."""

    def __init__(self) -> None:
        self._room, self._until = MOST_IN_ALL, time.monotonic() + SECONDS
        self._test = ""
        self._begin, forked.begin = forked.begin, self.begin
        scenario.unfinished = unfinished
        self._talks: dict[str, scenario.Launch] = {}
        self._pages: list[opened.Opened] = []
        opened.met = self._meet
        self.made: list[dict[str, Any]] = []
        self.left_out = 0

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Only tests that start something are of use here."""
        items[:] = [item for item in items if "program" in getattr(item, "fixturenames", ())]
        self.left_out = len(items)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Enough is enough: nothing is proved here."""
        self._test = item.nodeid
        if len(self.made) >= MOST_STARTS or time.monotonic() > self._until:
            item.session.shouldstop = "enough"
            pytest.skip("enough")
        self.left_out -= 1

    def _meet(self, page: opened.Opened) -> None:
        self._pages.append(page)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_teardown(self) -> None:
        """What was done on pages, and what stood there in the end, before these are closed."""
        for page in self._pages:
            if page.acts and self.made and self.made[-1]["test"] == self._test:
                with contextlib.suppress(AssertionError):
                    self.made[-1]["shown"] += _used(page.acts, page.text)
        self._pages.clear()

    def begin(self, what: scenario.Launch) -> scenario.Started:
        """See `forked.begin`."""
        before, _ = look(what.folder)
        empty = scenario.empty_folders(what.folder)
        own = _is_plain(what) and _are_own(what.folder, before)
        screen = what.environment if what.window else {}
        return Kept(self._begin(what), screen, partial(self._keep, what, before, empty, own))

    def _keep(
        self,
        what: scenario.Launch,
        before: dict[str, Seen],
        empty: Collection[str],
        own: bool,
        shown: str,
        status: int | None,
        picture: bytes,
    ) -> None:
        after, all_seen = look(what.folder, before)
        if what.typed.strip() and status is not None:
            self._talks.setdefault(self._test, what)
        if picture:
            after[SHOT] = Seen((len(picture),), picture)
        names = [name for name in sorted({*before, *after}) if _differ(before.get(name), after.get(name))]
        start = {
            "test": self._test,
            "arguments": [str(argument) for argument in what.arguments][:MOST_FILES],
            "given": sorted(before)[:MOST_FILES],
            "own": own,
            "at": what.settings["now"],
            "shown": _cut(shown),
            "status": status,
            "files": [self._packed(name, before.get(name), after.get(name)) for name in names[:MOST_FILES]],
            "folders": [name for name in scenario.empty_folders(what.folder) if name not in empty][:MOST_FILES],
            "left_out": len(names[MOST_FILES:]),
            "all_seen": all_seen,
        }
        self.made.append(start)

    def replay(self) -> None:
        """Type beside the person's own files what tests typed beside others, where nothing was typed there yet."""
        if not scenario.own_files(Path()) or any(one["own"] and ANSWERED.search(one["shown"]) for one in self.made):
            return
        talks = dict(self._talks)
        longest = sorted(talks, key=lambda test: -talks[test].typed.count("\n"))[:MOST_REPLAYED]
        for test in longest if time.monotonic() < self._until else ():
            self._test = test
            with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
                program = scenario.Program(Path.cwd(), Path(folder), self.begin, dict)
                with contextlib.suppress(pytest.fail.Exception):
                    program.start(typed=talks[test].typed.rstrip("\n").split("\n"))

    def _packed(self, name: str, before: Seen | None, after: Seen | None) -> dict[str, Any]:
        """A file as JSON has it: the sizes before and after, and the contents where there is room."""
        return {"path": name, "before": self._content(before), "after": self._content(after)}

    def _content(self, seen: Seen | None) -> dict[str, Any] | None:
        if seen is None:
            return None
        content = seen.content
        if content is None or len(content) > self._room:
            return {"size": seen.state[0], "content": None}
        self._room -= len(content)
        return {"size": len(content), "content": base64.b64encode(content).decode()}


def _used(acts: Sequence[str], text: str) -> str:
    done = (act.replace(TYPED, "").replace(OVER, "") for act in acts)
    return "\n" + _cut("".join(f"{TYPED}{act}{OVER}\n" for act in done) + text)


def _is_plain(what: scenario.Launch) -> bool:
    """Whether it is a double-click, at whichever time; what is drawn by chance is as good as any."""
    return not what.arguments and not what.settings["interrupt"] and what.settings["web"] is None


def _are_own(folder: Path, names: Collection[str]) -> bool:
    """Whether these files are those of the person, which lie beside the tests."""
    if set(names) != set(scenario.own_files(Path())):
        return False
    try:
        return all(filecmp.cmp(folder / name, name, shallow=False) for name in names)
    except OSError:
        return False


def _differ(before: Seen | None, after: Seen | None) -> bool:
    return before is None or after is None or before.differs(after)


def _cut(text: str) -> str:
    half = MOST_TEXT // 2
    return text if len(text) <= MOST_TEXT else f"{text[:half]}\n[...]\n{text[-half:]}"


def look(folder: Path, known: Iterable[str] = ()) -> tuple[dict[str, Seen], bool]:
    """The regular files below `folder` but the program, by their paths, and whether these are all; follows no link.

    Those that are `known` are looked at first, so that none of them is taken for lost where there are too many.
    """
    entries = list(itertools.islice(_entries(folder), MOST_ENTRIES + 1))
    found: dict[str, Seen] = {}
    room = MOST_IN_ALL
    for path in dict.fromkeys([*(folder / name for name in known), *entries[:MOST_ENTRIES]]):
        with contextlib.suppress(OSError, UnicodeEncodeError):
            name = path.relative_to(folder).as_posix()
            name.encode()
            found[name] = seen = _read(path, min(room, MOST_BYTES))
            room -= len(seen.content or b"")
    return found, len(entries) <= MOST_ENTRIES


def _entries(folder: Path) -> Iterator[Path]:
    for place, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name not in OURS]
        for name in names:
            if name not in OURS:
                yield Path(place, name)


def _read(path: Path, most: int) -> Seen:
    """Raises `OSError` for whatever is no regular file."""
    with open(path, "rb", opener=lambda name, flags: os.open(name, flags | os.O_NOFOLLOW | os.O_NONBLOCK)) as file:
        found = os.fstat(file.fileno())
        if not stat.S_ISREG(found.st_mode):
            raise OSError(path)
        state = (found.st_size, found.st_ino, found.st_mtime_ns)
        return Seen(state, file.read() if found.st_size <= most else None)


def write_starts(begun: Begun) -> int:
    """Run the tests that the command's arguments name, and leave what their starts showed and left."""
    session, _ = warm_pytest.begun_and_sealed()
    starts = Starts()
    forked.counters.append(Echo())
    session.config.pluginmanager.register(starts)
    status = warm_pytest.carry_on(session, begun.command[1:])
    starts.replay()
    ANSWER.parent.mkdir(exist_ok=True)
    ANSWER.write_text(json.dumps({"starts": starts.made, "left_out": starts.left_out}), encoding="utf-8")
    return int(status)
