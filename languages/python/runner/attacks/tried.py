"""Runs inside the sandbox: a start among files, and what came of it."""

from __future__ import annotations

import contextlib
import os
import re
import resource
import shutil
import signal
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

from .. import forked, scenario
from ..echo import OVER, TYPED
from ..mutation.survivors.workers import Budget
from .acted import Played, looked, play
from .hindrances import Clear
from .retold import of_start
from .stopping import stopped
from .typist import ASKS_ON, Life, Script

TRACEBACK = "Traceback (most recent call last)"
ERROR = re.compile(r"^([A-Za-z_][\w.]*)(?::|$)", re.MULTILINE)
LINE = re.compile(r'File "[^"\n]*solution\.py", line (\d+)')
STEP = re.compile(r'  File "[^"\n]*solution\.py", line .*\n(?:    [^\n]*\w[^\n]*\n)?')
ENDLESS = "endless"
SILENT = "silent"  # it gave up, and who started it sees nothing at all
MOST_BYTES, MOST_FILES = 64 * 1024 * 1024, 300
"""Nobody gives more, and no program here may write a larger file (`SandboxSpec`, `JobLimits`)."""
BY_SIGNAL = 128  # exit statuses from here on: it was ended from outside
MOST_ENDLESS = 2  # starts of a group that don't end: each takes seconds, and the next would be another one
MOST_SHOWN = 1200
CLEAR = Clear()
SLOW = 0.3  # seconds of processor time: of who needs as long anyway, nobody knows whether it would ever end

Files = Mapping[str, bytes]
"""By their paths below a place, in which the program's folder and its person's home folder lie."""
PROGRAM, HOME = "program", "home"
RECORD, ERROR_LOG = f"{PROGRAM}/{scenario.RECORD}", f"{PROGRAM}/{scenario.ERROR_LOG}"


@dataclass(frozen=True)
class Launch:
    """A start as a test had it: what is needed to start it again, what lay there, what was typed, and what was `asked`
    of its windows (see `_scenario/window.py`). One that `breaks` is killed with its windows open."""

    what: Any
    files: Files
    typed: Sequence[str]
    asked: Sequence[str] = ()
    breaks: bool = False


@dataclass(frozen=True)
class Fault:
    """What no person should meet: an `error` of Python's by its name, `ENDLESS` or `SILENT`; where, in which line of
    the program; and what was `shown` last."""

    error: str
    line: int = 0
    shown: str = ""


@dataclass(frozen=True)
class Outcome:
    """What came of a start: what was shown, with what was typed between marks, the exit status (None where it didn't
    end), the files that lie there then, those that it opened (and whether to write), how many odd answers it took, how
    many acts were done in its windows, the fields that these had at first, and their texts then and after each act."""

    text: str
    status: int | None
    files: Files = field(default_factory=dict)
    opened: Sequence[tuple[str, bool]] = ()
    odd_given: int = 0
    seconds: float = 0.0
    acts: int = 0
    fields: Mapping[str, str] = field(default_factory=dict)
    views: Sequence[str] = ()

    @property
    def talk(self) -> list[tuple[str, str]]:
        """The questions, each with its answer."""
        parts = re.split(f"{TYPED}([^{OVER}]*){OVER}", self.text)
        return [(_last_line(asked), typed) for asked, typed in zip(parts[::2], parts[1::2], strict=False)]

    @property
    def plain(self) -> str:
        """What was shown, without what was typed."""
        return re.sub(f"{TYPED}[^{OVER}]*{OVER}", "", self.text)

    @property
    def went_well(self) -> bool:
        """Whether it came to its end, or would have gone on asking."""
        return self.status in (0, ASKS_ON)

    @property
    def fault(self) -> Fault | None:
        """What no person should meet, if it is there."""
        if self.status is None:
            return Fault(ENDLESS, 0, self._readable[-MOST_SHOWN:])
        if not self.went_well and not self.plain.strip() and 0 < self.status < BY_SIGNAL:
            return Fault(SILENT)
        if self.went_well or TRACEBACK not in self.plain:
            return None
        before, _, after = self._readable.rpartition(TRACEBACK)
        names, lines = ERROR.findall(after.partition("\n")[2]), LINE.findall(after)
        if not names or not lines:
            return None
        said = after[after.rindex(f"\n{names[-1]}") :].strip()
        steps = "".join(found[0] for found in STEP.finditer(after))
        return Fault(names[-1], int(lines[-1]), f"{before[-MOST_SHOWN:]}{TRACEBACK}:\n{steps}{said}")

    @property
    def _readable(self) -> str:
        return self.text.replace(TYPED, "> ").replace(OVER, "\n")

    def after(self, number: int) -> str:
        """What was shown after that answer, counted from 0."""
        return re.sub(f"{TYPED}[^{OVER}]*{OVER}", "", f"{OVER}".join(self.text.split(OVER)[number + 1 :]))


def _last_line(text: str) -> str:
    return next((line.strip() for line in reversed(text.split("\n")) if line.strip()), "")


class Untried(Exception):
    """What was to be tried can't be tried here, and was not."""


class NoTime(Untried):
    """There is no time for one more try."""


class Unfinished(Exception):
    """A program goes on and on."""


def unfinished(text: str) -> NoReturn:
    """See `scenario.unfinished`."""
    raise Unfinished(text)


class Desk:
    """Starts the program as a test did, but with something done to it."""

    def __init__(self, program: bytes, screen: Mapping[str, str], whole: Budget) -> None:
        """`screen` is the environment in which windows can be shown, and the time for all is the `whole` budget."""
        self._program, self._screen = program, screen
        self._life = Life()
        self.last: Callable[[], dict[str, Any] | None] = _untold
        self.tries = self.endless = self._sure = 0
        self._whole = self._budget = whole
        forked.counters.append(self._life)
        scenario.unfinished = unfinished

    def allow(self, share: float = 1.0, sure: int = 0) -> None:
        """Have what comes next take at most this share of the time that is left, and in any case `sure` tries."""
        self._budget, self._sure, self.endless = self._whole.part(share), sure, 0

    def give(self, whole: Budget) -> None:
        """Count the time anew."""
        self._whole = whole
        self.allow()

    def count(self) -> None:
        """Count one more try. Raises `NoTime` where there is no time for it."""
        is_late = self._budget.left <= 0 and (self._sure <= 0 or time.monotonic() > self._whole.until)
        if is_late or self.endless >= MOST_ENDLESS:
            raise NoTime
        self._sure -= 1
        self.tries += 1

    def start(
        self,
        launch: Launch,
        script: Script | None = None,
        files: Files | None = None,
        hindrance: Clear = CLEAR,
        now: str = "",
        environment: Mapping[str, str] | None = None,
    ) -> Outcome:
        """Start it: what is typed is what the test had unless there is a `script`, and likewise for the `files`.

        The path of a `hindrance` is below the place. Raises `NoTime`.
        """
        self.count()
        is_plain = hindrance is CLEAR and not now and not environment
        script = script or Script(after=launch.typed)
        self.last = partial(of_start, launch, script, files) if is_plain else _untold
        with _place(self._program, launch.files if files is None else files) as place:
            moved = _moved(launch, place, now, {**self._screen, **(environment or {})})
            return self._outcome(self._begun(moved, script, hindrance.at(place)), place, launch.files)

    def both(self, launch: Launch, script: Script, files: Files) -> tuple[Outcome, Outcome]:
        """Two starts in one place: the second comes and ends while the first waits, with its windows open or at the
        question at which `script` pauses. One that waits for the other is none without an end. Raises `NoTime`."""
        self.count()
        self.last, endless = _untold, self.endless
        with _place(self._program, files) as place:
            moved = _moved(launch, place, "", self._screen)
            first = self._begun(moved, script)
            with stopped(first.started.process, has_windows=launch.what.window):
                second = self._outcome(self._begun(moved), place, launch.files)
            outcomes = self._outcome(first, place, launch.files), second
        self.endless = endless
        return outcomes

    def _begun(self, launch: Launch, script: Script | None = None, hindrance: Clear = CLEAR) -> _Begun:
        life = self._life
        life.script, life.odd_given, life.opened = script or Script(after=launch.typed), 0, []
        life.hindrance = hindrance
        before = _spent()
        started = forked.begin(launch.what)
        return _Begun(launch, started, looked(started) if launch.what.window else {}, before)

    def _outcome(self, begun: _Begun, place: Path, given: Files) -> Outcome:
        played, text, status = self._ended(begun)
        life = self._life
        paths = [(Path(path).relative_to(place).as_posix(), writes) for path, writes in life.opened]
        opened = [(path, writes) for path, writes in paths if path != RECORD]
        seen = (life.odd_given, _spent() - begun.spent_before, played.acts, played.fields, played.views)
        left = contents(place, given)
        log = left.get(ERROR_LOG, b"") if left.get(ERROR_LOG) != given.get(ERROR_LOG) else b""
        shown = "\n".join([text, log.decode("utf-8", "replace")]) if log else text
        return Outcome(shown.replace(str(place), ""), status, left, opened, *seen)

    def _ended(self, begun: _Begun) -> tuple[Played, str, int | None]:
        played = Played()
        try:
            if begun.launch.what.window:
                played = play(begun.started, begun.windows, begun.launch.asked, closes=not begun.launch.breaks)
            if begun.launch.breaks:
                os.kill(begun.started.process, signal.SIGKILL)
            text, status = begun.started.ended()
        except Unfinished as problem:
            self.endless += 1
            return played, str(problem), None
        return played, "\n".join([*played.shown, text]), 1 if played.crashed else status


def _untold() -> None:
    """Of a start for which it has none."""


@dataclass(frozen=True)
class _Begun:
    """A start that goes on, what its windows showed at first, and how much time others had spent before it."""

    launch: Launch
    started: Any
    windows: dict[str, Any]
    spent_before: float


def _moved(launch: Launch, place: Path, now: str, environment: Mapping[str, str]) -> Launch:
    settings = {**launch.what.settings, "now": now or launch.what.settings["now"], "interrupt": False}
    home = str(place / HOME)
    variables = {**launch.what.environment, "HOME": home, "USERPROFILE": home, **environment}
    variables["XDG_CACHE_HOME"] = str(Path(tempfile.gettempdir(), "caches"))  # libraries take long to make theirs
    what = replace(launch.what, folder=place / PROGRAM, typed="", settings=settings, environment=variables)
    return replace(launch, what=what)


@contextlib.contextmanager
def _place(program: bytes, files: Files) -> Iterator[Path]:
    """A new folder in which the program lies among these files; a path that ends in `/` is a folder."""
    place = Path(tempfile.gettempdir(), "attacked")
    shutil.rmtree(place, ignore_errors=True)
    for folder in (PROGRAM, HOME):
        (place / folder).mkdir(parents=True)
    for name, data in {f"{PROGRAM}/solution.py": program, **files}.items():
        path = place / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if name.endswith("/"):
            path.mkdir(exist_ok=True)
        else:
            path.write_bytes(data)
    try:
        yield place
    finally:
        shutil.rmtree(place, ignore_errors=True)


def contents(place: Path, known: Files | None = None) -> dict[str, bytes]:
    """The files below it, but for the program, by their paths; too much is left out.

    Those of a `known` path are there in any case, and what is the same takes no memory once more.
    """
    known, room = known or {}, MOST_BYTES
    paths = {path.relative_to(place).as_posix(): path for path in place.rglob("*") if _counts(path)}
    found: dict[str, bytes] = {}
    for name in sorted(paths, key=lambda name: (name not in known, name))[:MOST_FILES]:
        with contextlib.suppress(OSError):
            if name in known or paths[name].stat().st_size <= room:
                data = paths[name].read_bytes()
                found[name] = known[name] if known.get(name) == data else data
                room -= 0 if name in known else len(data)
    return found


def _counts(path: Path) -> bool:
    return path.is_file() and not path.is_symlink() and path.name != "solution.py" and "__pycache__" not in path.parts


def _spent() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
