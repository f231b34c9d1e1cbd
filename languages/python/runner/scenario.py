"""The fixture `program`: starts the program that lies beside the tests as a person does, and tells what came of it.

    def test_it_greets(program):
        run = program.start(typed=["Ada"], files={"names.txt": "Ada"})
        assert "Hello, Ada" in run.text and run.files["greeting.txt"] == "Hello, Ada"

Tests are handed over with this file as their `conftest.py`, so it needs nothing but pytest, and the folder
`_scenario` beside it. Where tests run warm, a start is a fork instead of a new interpreter.
"""

from __future__ import annotations

import contextlib
import importlib
import itertools
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NamedTuple, NoReturn, Protocol

import pytest

if TYPE_CHECKING:
    from ._scenario.run import Run

PROGRAM = "solution.py"
HERE = Path(__file__).resolve().parent
IS_APART = not (HERE / PROGRAM).exists() and (HERE.parent / PROGRAM).exists()
"""Whether the tests lie in a folder of their own, below the program."""
if IS_APART:
    sys.path.insert(0, str(HERE.parent))
OURS = {"requirements.txt", "pyproject.toml", "brief.json", "report.json", "report.md", "report.html", "log.txt"}
OURS |= {"solution.html", "sbom.cdx.json"} | ({HERE.name} if IS_APART else set())
OURS |= {"Start on Windows.bat", "Start on macOS.command", "Start on Linux.sh", "Start in a browser.html"}
PLAY = "import sys; sys.path.insert(0, sys.argv[1]); from _scenario.playing import main; main()"
ENTERS = 3  # pressed after all that is typed, for "Press Enter to close"; then the input ends
SECONDS = 15.0
LOOK_SECONDS = 1.0
TRACEBACK = "Traceback (most recent call last)"
RECORD, ERROR_LOG = ".written by this program.json", "error log.txt"
"""Where parts of a program note which files are its own, and errors that nobody expected (`parts/own.py`, `run.py`)."""
MOST_TEXT = 200_000
MOST_FOLDERS = 2_000  # that are looked at

Content = str | bytes | Mapping[str, Any]


@dataclass(frozen=True)
class Launch:
    """What is started, in which folder, and with what. `settings` are for `play`; `window` is for what has windows."""

    folder: Path
    arguments: Sequence[str]
    typed: str
    settings: Mapping[str, Any]
    environment: Mapping[str, str]
    window: bool = False


class _File(NamedTuple):
    """A file, and by which one tells that it was written anew with the same in it."""

    content: bytes
    written: int
    place: int


class Started(Protocol):
    """A program that was started."""

    def ask(self, request: str) -> str:
        """Its answer to a request, a line each, where it was started for its windows; the first is to none. Empty where
        it has ended, or goes on and on."""

    def ended(self) -> tuple[str, int]:
        """Wait for its end: what was shown, and the exit status. Fails the test where it doesn't end."""


class Program:
    """A program in a folder of its own, as a person has it; started again, it finds what it left.

    `last` is what came of the last start, once it has ended. `folder` is where the program lies, and `home`
    what it takes for the person's home folder. What it takes for random is the same at each start.
    """

    def __init__(
        self,
        source: Path,
        folder: Path,
        begin: Callable[[Launch], Started],
        screen: Callable[[], Mapping[str, str]],
    ) -> None:
        """`screen` gives what a program's environment needs to show windows."""
        self.folder = folder / "Ada's Ordner (ä)"
        self.home = folder / "home"
        self._source, self._begin, self._screen = source, begin, screen
        self._is_new = True
        self.last: Run | None = None
        self._windows: list[Any] = []
        self._browser: Any = None
        self._now, self._seed = "", 0
        for made in (self.folder, self.home):
            made.mkdir()

    @property
    def files(self) -> dict[str, bytes]:
        """The person's own files, by their paths: what lies beside program and tests."""
        return {name: (self._source / name).read_bytes() for name in own_files(self._source)}

    def start(
        self,
        typed: Sequence[str] = (),
        files: Mapping[str, Content] | None = None,
        args: Sequence[str] = (),
        now: str = "",
        end: str = "enter",
        web: Mapping[str, str | bytes] | None = None,
        seed: int = 0,
        zone: str = "",
    ) -> Run:
        """Start the program by a double-click: the lines `typed`, then Enter, are what it gets to read.

        `files` lie beside it, by their paths, a zip also as what is in it (`_scenario/zipped.py`); without them it is
        the person's own files that do. A second start finds what the first left, and these. `args` are what was dropped
        on it. `now` sets its clock, as in `2025-06-15 10:00`, and `zone` its time zone, as in `Europe/Berlin`. When all
        is typed, `end` says what follows: a few times Enter, the end of the input (`eof`), or Ctrl-C (`interrupt`).
        `web` is all of the web that it can reach: what is found at which address; another `seed` gives other random
        numbers.
        Fails the test where the program ends in a traceback, in which almost any value may be found.
        """
        __tracebackhide__ = True
        now = part("clocks").written(now)
        before = self._prepare(files, now, seed)
        lines = "".join(f"{line}\n" for line in typed) + ("\n" * ENTERS if end == "enter" else "")
        settings = {"now": now, "interrupt": end == "interrupt", "web": part("web").as_text(web), "seed": seed}
        started = self._begin(Launch(self.folder, list(args), lines, settings, self._environment(zone)))
        run = self._run(before, *started.ended())
        # A test that looks for a number would find it among those of the lines.
        shown = f"{run.text}\n{run.files.get(ERROR_LOG, '')!s}"
        if run.exit_code != 0 and TRACEBACK in shown:
            part("faults").require_none(shown)
            pytest.fail(f"{part('sentences').CRASHED}. It showed: {shown[-2000:]}")
        return run

    def window(
        self,
        files: Mapping[str, Content] | None = None,
        args: Sequence[str] = (),
        now: str = "",
        answers: Sequence[Any] = (),
        web: Mapping[str, str | bytes] | None = None,
        seed: int = 0,
        zone: str = "",
    ) -> Any:
        """Start the program as `start` does, for its windows: see `_scenario/window.py`. Its clock stands still.

        `answers` are for what it asks before there is a window. Skips the test where there is no screen.
        """
        if missing := part("display").missing():
            pytest.skip(missing)
        now = part("clocks").written(now)
        before = self._prepare(files, now, seed)
        settings = {"now": now, "interrupt": False, "web": part("web").as_text(web), "seed": seed}
        settings["answers"] = list(answers)
        environment = {**self._environment(zone), **self._screen()}
        started = self._begin(Launch(self.folder, list(args), "", settings, environment, window=True))
        opened = part("window").Window(started.ask, lambda: self._run(before, *started.ended()))
        self._windows.append(opened)
        opened.begin()
        return opened

    def end(self) -> None:
        """Leave no window open, and no browser."""
        for opened in self._windows:
            opened.end()
        if self._browser:
            self._browser.close()

    def _tab(self, files: Mapping[str, bytes]) -> Any:
        """A tab for these files of a browser, which the first one starts. Skips the test where there is none."""
        browser = part("browser")
        if missing := browser.missing():
            pytest.skip(missing)
        try:
            self._browser = self._browser or browser.Browser()
            return self._browser.tab(files)
        except browser.Fallen:
            pytest.skip(browser.BROKEN)

    def _environment(self, zone: str) -> dict[str, str]:
        return {"HOME": str(self.home), "USERPROFILE": str(self.home), **part("clocks").in_zone(zone)}

    def _prepare(self, files: Mapping[str, Content] | None, now: str, seed: int) -> dict[str, _File]:
        """Lay out what lies in its folder; return that."""
        self._put(self.files if files is None and self._is_new else files or {})
        self._is_new, self.last, self._now, self._seed = False, None, now, seed
        return self._contents()

    def _run(self, before: Mapping[str, _File], text: str, exit_code: int) -> Run:
        after = self._contents()
        readable = part("text").readable
        left = {path: readable(file.content) for path, file in after.items() if before.get(path) != file}
        same = part("zipped").says_the_same
        changed = [
            path for path, file in before.items() if path not in after or not same(after[path].content, file.content)
        ]
        where = empty_folders(self.folder), self.folder, self._tab, self._now, self._seed
        entered = part("lines").ENTERED
        plain, shown = (part("text").Shown(text.replace(entered, by)[-MOST_TEXT:]) for by in ("", "\n"))
        self.last = part("run").Run(plain, exit_code, left, changed, *where, shown)
        return self.last

    def _contents(self) -> dict[str, _File]:
        """All files of its folder but the program itself, by their paths."""
        found = {path.relative_to(self.folder).as_posix(): path for path in sorted(self.folder.rglob("*"))}
        return {
            name: _File(path.read_bytes(), path.stat().st_mtime_ns, path.stat().st_ino)
            for name, path in found.items()
            if path.is_file() and name not in (PROGRAM, RECORD) and "__pycache__" not in name
        }

    def _put(self, files: Mapping[str, Content]) -> None:
        entry = self.folder / PROGRAM
        entry.write_bytes((self._source / PROGRAM).read_bytes())
        for name, content in files.items():
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(_as_bytes(content))


def _as_bytes(content: Content) -> bytes:
    if isinstance(content, Mapping):
        return bytes(part("zipped").zipped(content))
    return content.encode() if isinstance(content, str) else content


def empty_folders(folder: Path) -> list[str]:
    """The folders below `folder` without anything in them, of which no file tells, by their paths; not odd ones."""
    looked_at = itertools.islice(os.walk(folder), MOST_FOLDERS)
    found = (Path(place).relative_to(folder).as_posix() for place, folders, files in looked_at if not folders + files)
    return sorted(filter(str.isprintable, found))


def own_files(folder: Path) -> list[str]:
    """The person's own files in the folder of a program and its tests, by their paths."""
    beside = (path for path in folder.rglob("*") if path.is_file() and not _is_ours(path, folder))
    written = _written(folder)
    return [name for path in sorted(beside) if (name := path.relative_to(folder).as_posix()) not in written]


def _written(folder: Path) -> Collection[str]:
    """What the program wrote there, at home, before its tests are run, where its parts noted that."""
    if __package__:  # in the sandbox nothing was started there, and a program could hide files by such a note
        return ()
    try:
        noted = json.loads((folder / RECORD).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return ()
    return noted if isinstance(noted, dict) else ()


def _is_ours(path: Path, source: Path) -> bool:
    names = path.relative_to(source).parts
    return path.suffix in {".py", ".pyc"} or names[0] in OURS or any(name.startswith((".", "_")) for name in names)


def part(name: str) -> Any:
    """A module of the folder `_scenario`, wherever that lies."""
    return importlib.import_module(f"{__package__}._scenario.{name}" if __package__ else f"_scenario.{name}")


class NewInterpreter:
    """A program started in an interpreter of its own. See `Started`."""

    def __init__(self, what: Launch) -> None:
        listener = part("channel").Listener() if what.window else None
        settings = {**what.settings, "address": listener.address if listener else None}
        environment = {**os.environ, "PYTHONUTF8": "1", "PYTHONDONTWRITEBYTECODE": "1", **what.environment}
        self._shown = tempfile.TemporaryFile()  # noqa: SIM115
        with tempfile.TemporaryFile() as typed:
            typed.write(what.typed.encode())
            typed.seek(0)
            play = json.dumps([list(what.arguments), settings])
            command = [sys.executable, "-c", PLAY, str(Path(__file__).parent), play]
            self._process = self._spawned(command, typed, self._shown, cwd=what.folder, env=environment)
        self._talk = None
        if listener:
            connection = listener.accepted(lambda: self._process.poll() is None, SECONDS)
            self._talk = part("channel").Conversation(connection)

    def _spawned(self, command: list[str], typed: IO[bytes], shown: IO[bytes], **how: Any) -> subprocess.Popen[bytes]:
        return subprocess.Popen(command, stdin=typed, stdout=shown, stderr=subprocess.STDOUT, **how)  # noqa: S603

    def ask(self, request: str) -> str:
        """See `Started`."""
        looks = iter(range(round(SECONDS / part("channel").LOOK_SECONDS)))
        return str(self._talk.ask(request, lambda: next(looks, None) is not None)) if self._talk else ""

    def ended(self) -> tuple[str, int]:
        """See `Started`."""
        if self._talk:
            self._talk.end()
        # Looks are counted, for the clock may go on while the computer sleeps.
        for _ in range(round(SECONDS / LOOK_SECONDS)):
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(LOOK_SECONDS)
                break
        status = self._process.poll()
        self._process.kill()
        self._process.wait()
        with self._shown:
            text = self._text()
        if status is None:
            unfinished(text)
        return text, status

    def _text(self) -> str:
        self._shown.seek(0)
        return self._shown.read().decode("utf-8", "replace").replace("\r\n", "\n")


def unfinished(text: str) -> NoReturn:
    """Fail the test of a program that goes on and on."""
    shown = text.replace(part("lines").ENTERED, "")[-2000:]
    pytest.fail(f"The program didn't end within {SECONDS:g} s. It showed: {shown!r}", pytrace=False)


def pytest_pycollect_makemodule(module_path: Path) -> None:
    """See `_scenario/properties.py`; where tests run warm, that is a plugin of its own."""
    part("properties").pytest_pycollect_makemodule(module_path)


# See `_scenario/ours.py`; the same holds for these.
pytest_runtest_setup, pytest_runtest_call = part("ours").pytest_runtest_setup, part("ours").pytest_runtest_call


@pytest.fixture(scope="session")
def program_screen() -> Iterator[Mapping[str, str]]:
    """What an environment needs for windows to be seen, or not to be."""
    with part("display").screen() as environment:
        yield environment


@pytest.fixture
def program(request: pytest.FixtureRequest) -> Iterator[Program]:
    """The program beside the test, ready to be started."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        source = HERE.parent if IS_APART else request.path.parent
        made = Program(source, Path(folder), NewInterpreter, lambda: request.getfixturevalue("program_screen"))
        yield made
        made.end()
