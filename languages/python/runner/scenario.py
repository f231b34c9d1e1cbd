"""The fixture `program`: starts the program that lies beside the tests as a person does, and tells what came of it.

    def test_it_greets(program):
        run = program.start(typed=["Ada"], files={"names.txt": "Ada"})
        assert "Hello, Ada" in run.text and run.files["greeting.txt"] == "Hello, Ada"

Tests are handed over with this file as their `conftest.py`, so it needs nothing but pytest. Where tests run warm, what
`launch` does is done by a fork instead of a new interpreter.
"""

from __future__ import annotations

import datetime
import io
import json
import mimetypes
import os
import random
import runpy
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn
from urllib.parse import unquote

import pytest

PROGRAM = "solution.py"
OURS = {"requirements.txt", "pyproject.toml", "brief.json", "report.json", "report.md", "report.html", "log.txt"}
OURS |= {"Start on Windows.bat", "Start on macOS.command", "Start on Linux.sh"}
ENTERS = 3  # pressed after all that is typed, for "Press Enter to close"; then the input ends
SECONDS = 15.0
MOST_TEXT = 200_000


@dataclass(frozen=True)
class Launch:
    """What is started, in which folder, and with what. `settings` are for `play`."""

    folder: Path
    arguments: Sequence[str]
    typed: str
    settings: Mapping[str, Any]
    environment: Mapping[str, str]


@dataclass(frozen=True)
class Run:
    """What came of one start.

    `text` is all that was shown. `files` are those that the program left or changed in its folder, by their paths with
    `/`: text where they are UTF-8, else bytes. `changed` are those that lay there before and are gone or others now.
    `exit_code` is 0 where it ended well. `folder` is where it all lies.
    """

    text: str
    exit_code: int
    files: dict[str, str | bytes]
    changed: list[str]
    folder: Path

    def line(self, *words: str) -> str:
        """The first line that was shown with all of these words in it, whatever their case; empty where none has."""
        lines = (line for line in self.text.splitlines() if all(word.casefold() in line.casefold() for word in words))
        return next(lines, "")

    def __repr__(self) -> str:
        return "run"  # failures show what they compare anyway


class Program:
    """A program in a folder of its own, as a person has it; started again, it finds what it left.

    `last` is what came of the last start, once it has ended.
    """

    def __init__(self, source: Path, folder: Path, launch: Callable[[Launch], tuple[str, int]]) -> None:
        self.folder = folder / "Ada's Ordner (ä)"
        self._home = folder / "home"
        self._source, self._launch, self._started = source, launch, False
        self.last: Run | None = None
        for made in (self.folder, self._home):
            made.mkdir()

    @property
    def files(self) -> dict[str, bytes]:
        """The person's own files, by their paths: what lies beside program and tests."""
        beside = (path for path in self._source.rglob("*") if path.is_file() and not _is_ours(path, self._source))
        return {path.relative_to(self._source).as_posix(): path.read_bytes() for path in sorted(beside)}

    def start(
        self,
        typed: Sequence[str] = (),
        files: Mapping[str, str | bytes] | None = None,
        args: Sequence[str] = (),
        now: str = "",
        end: str = "enter",
        web: Mapping[str, str | bytes] | None = None,
    ) -> Run:
        """Start the program by a double-click: the lines `typed`, then Enter, are what it gets to read.

        `files` lie beside it, by their paths; without them it is the person's own files that do. A second start finds
        what the first left, and these. `args` are what was dropped on it. `now` sets its clock, as in
        `2025-06-15 10:00`. When all is typed, `end` says what follows: a few times Enter, the end of the input
        (`eof`), or Ctrl-C (`interrupt`). `web` is all of the web that it can reach: what is found at which address.
        """
        self._put(self.files if files is None and not self._started else files or {})
        self._started, self.last = True, None
        before = self._contents()
        text, exit_code = self._launch(
            Launch(
                self.folder,
                list(args),
                "".join(f"{line}\n" for line in typed) + ("\n" * ENTERS if end == "enter" else ""),
                {"now": now, "interrupt": end == "interrupt", "web": None if web is None else _as_text(web)},
                {"HOME": str(self._home), "USERPROFILE": str(self._home)},
            )
        )
        after = self._contents()
        left = {path: _readable(data) for path, data in after.items() if before.get(path) != data}
        changed = [path for path, data in before.items() if after.get(path) != data]
        self.last = Run(text[-MOST_TEXT:], exit_code, left, changed, self.folder)
        return self.last

    def _contents(self) -> dict[str, bytes]:
        """All files of its folder but the program itself, by their paths."""
        found = {path.relative_to(self.folder).as_posix(): path for path in sorted(self.folder.rglob("*"))}
        return {
            name: path.read_bytes()
            for name, path in found.items()
            if path.is_file() and name != PROGRAM and "__pycache__" not in name
        }

    def _put(self, files: Mapping[str, str | bytes]) -> None:
        entry = self.folder / PROGRAM
        entry.write_bytes((self._source / PROGRAM).read_bytes())
        for name, content in files.items():
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content.encode() if isinstance(content, str) else content)


def _is_ours(path: Path, source: Path) -> bool:
    names = path.relative_to(source).parts
    return path.suffix in {".py", ".pyc"} or names[0] in OURS or any(name.startswith((".", "_")) for name in names)


def _as_text(web: Mapping[str, str | bytes]) -> dict[str, str]:
    """Each address, and what is found there, as text of which every character is a byte."""
    contents = {url: content.encode() if isinstance(content, str) else content for url, content in web.items()}
    return {_address(url): content.decode("latin-1") for url, content in contents.items()}


def _address(url: str) -> str:
    """What two ways of writing one address have in common."""
    host, slash, path = unquote(url).partition("://")[2].partition("#")[0].partition("/")
    return f"{host.removesuffix(':80').removesuffix(':443')}/{path if slash else ''}"


def _readable(data: bytes) -> str | bytes:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data


def launch(what: Launch) -> tuple[str, int]:
    """Start a new interpreter: what was shown, and the exit status. Fails the test where it doesn't end."""
    command = [sys.executable, str(Path(__file__)), json.dumps([list(what.arguments), dict(what.settings)])]
    environment = {**os.environ, "PYTHONUTF8": "1", "PYTHONDONTWRITEBYTECODE": "1", **what.environment}
    try:
        ended = subprocess.run(  # noqa: S603  (the program that is tested)
            command,
            cwd=what.folder,
            input=what.typed.encode(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=environment,
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired as expired:
        unfinished((expired.stdout or b"").decode("utf-8", "replace"))
    return ended.stdout.decode("utf-8", "replace").replace("\r\n", "\n"), ended.returncode


def unfinished(text: str) -> NoReturn:
    """Fail the test of a program that goes on and on."""
    pytest.fail(f"The program didn't end within {SECONDS:g} s. It showed: {text[-2000:]!r}", pytrace=False)


def play(arguments: Sequence[str], settings: Mapping[str, Any]) -> None:
    """Be the program, in this process and the working folder."""
    sys.argv = [PROGRAM, *arguments]
    sys.path[0] = str(Path.cwd())
    random.seed(0)
    set_clock(settings["now"])
    if settings["web"] is not None:
        set_web(settings["web"])
    if settings["interrupt"]:
        sys.stdin = Interrupted(sys.stdin.read())
    runpy.run_path(PROGRAM, run_name="__main__")


class Interrupted(io.StringIO):
    """What was typed, and then Ctrl-C."""

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        """See `io.StringIO`."""
        line = super().readline(-1 if size is None else size)
        if not line:
            raise KeyboardInterrupt
        return line

    __next__ = readline  # type: ignore[assignment]


class Clock:
    """The time that the program sees. Nobody waits while it sleeps; its clock moves instead."""

    def __init__(self, now: str) -> None:
        self._time, self._monotonic = time.time, time.monotonic
        self._slept = 0.0
        self._shift = datetime.datetime.fromisoformat(now).timestamp() - self._time() if now else 0.0

    def time(self) -> float:
        return self._time() + self._shift + self._slept

    def monotonic(self) -> float:
        return self._monotonic() + self._slept

    def sleep(self, seconds: Any) -> None:
        if seconds < 0:
            raise ValueError("sleep length must be non-negative")
        self._slept += seconds


def set_clock(now: str) -> None:
    """Let the program's clock begin at `now`, where there is one, and let it sleep without waiting."""
    clock = Clock(now)
    time.time, time.monotonic, time.perf_counter, time.sleep = clock.time, clock.monotonic, clock.monotonic, clock.sleep
    if now:
        set_dates(clock)


def set_dates(clock: Clock) -> None:
    """Let `datetime` and `time` tell what `clock` says."""
    real_date, real_datetime = datetime.date, datetime.datetime

    class Alike(type):
        """What a real date is, is one of these as well."""

        def __instancecheck__(cls, value: object) -> bool:
            return isinstance(value, cls.__mro__[1])

    class Moment(real_datetime, metaclass=Alike):  # type: ignore[misc, valid-type]
        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return cls.fromtimestamp(clock.time(), tz)

        today = now
        utcnow = classmethod(lambda cls: cls.utcfromtimestamp(clock.time()))

    class Day(real_date, metaclass=Alike):  # type: ignore[misc, valid-type]
        @classmethod
        def today(cls) -> Any:
            return cls.fromtimestamp(clock.time())

    datetime.datetime, datetime.date = Moment, Day  # type: ignore[misc]
    local, plain, text = time.localtime, time.gmtime, time.strftime
    time.localtime = lambda seconds=None: local(time.time() if seconds is None else seconds)
    time.gmtime = lambda seconds=None: plain(time.time() if seconds is None else seconds)
    time.strftime = lambda form, when=None: text(form, time.localtime() if when is None else when)


class Connection:
    """What a program takes for its connection to a server; it is answered from `web`, whatever else the server has."""

    def __init__(self, host: str, web: Mapping[str, str]) -> None:
        if not any(address.startswith(f"{host}/") for address in web):
            raise ConnectionRefusedError(f"There is no server at {host}")
        self._host, self._web, self._asked = host, web, b""

    def sendall(self, data: bytes) -> None:
        self._asked += data

    def makefile(self, *_: object) -> io.BytesIO:
        path = self._asked.split(b" ", 2)[1].decode()
        self._asked = b""
        found = self._web.get(_address(f"http://{self._host}{path}"))
        kind = mimetypes.guess_type(path.partition("?")[0])[0] or "text/html; charset=utf-8"
        status = "404 Not Found" if found is None else "200 OK"
        content = (found or "").encode("latin-1")
        head = f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {len(content)}\r\n\r\n"
        return io.BytesIO(head.encode() + content)

    def ignore(self, *_: object) -> None:
        """There is nothing to close, and nothing to wait for."""

    close = settimeout = setsockopt = ignore


def set_web(web: Mapping[str, str]) -> None:
    """Let the program reach nothing but `web`, by http.client and what stands on it, such as urllib."""
    import http.client  # with ssl it is large, and hardly any program needs it

    def connect(self: Any) -> None:
        self.sock = Connection(_address(f"http://{self.host}:{self.port}/").removesuffix("/"), web)

    http.client.HTTPConnection.connect = http.client.HTTPSConnection.connect = connect  # type: ignore[method-assign]


@pytest.fixture
def program(request: pytest.FixtureRequest) -> Iterator[Program]:
    """The program beside the test, ready to be started."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        yield Program(request.path.parent, Path(folder), launch)


if __name__ == "__main__":
    play(*json.loads(sys.argv[1]))
