"""Runs inside the sandbox, beside `surroundings_job.py`: how tests start the program in other surroundings.

At a terminal, after others that left something in the same home folder, or with nothing left of those before.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import termios
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import IO, Any

import pytest

SIZE = (30, 120)  # rows and columns of a new window on Windows
ENDS = 20  # times that Ctrl+D is pressed, for what reads on
END = b"\x04"
LONGEST_LINE = 4000  # bytes; a terminal takes no line that is longer
DRAIN_SECONDS = 2.0
OWN_IT = ["setsid", "--ctty"] if shutil.which("setsid") else []  # then `/dev/tty` is it
RECORD = ".written by this program.json"  # see `parts/own.py`
HAS = {"TERM": "xterm-256color", "COLORTERM": "truecolor"}

Begin = Callable[[Any], Any]


def at_terminal(interpreter: Any, whole: bool) -> Begin:
    """What starts as `interpreter` does, a `scenario.NewInterpreter`, but at a terminal.

    Where it isn't the `whole` of what it shows there, a last line at which it only waits is left out.
    """

    class AtTerminal(interpreter):  # type: ignore[misc]
        """A program that has a terminal of its own. See `scenario.Started`."""

        def _spawned(self, command: list[str], typed: IO[bytes], shown: IO[bytes], **how: Any) -> Any:
            ours, theirs = os.openpty()
            _set_up(theirs)
            how["env"] = {**how["env"], **HAS}
            command = [*OWN_IT, *command]
            process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, **how)  # noqa: S603
            os.close(theirs)
            threading.Thread(target=_type, args=(ours, typed.read()), daemon=True).start()
            self._heard = threading.Thread(target=_hear, args=(ours, shown), daemon=True)
            self._heard.start()
            return process

        def _text(self) -> str:
            self._heard.join(DRAIN_SECONDS)
            text = str(super()._text())
            return text if whole else text[: text.rfind("\n") + 1]

    def begin(what: Any) -> Any:
        if max(map(len, what.typed.encode().split(b"\n"))) > LONGEST_LINE:
            pytest.skip("a terminal takes no line that is so long")
        return AtTerminal(what)

    return begin


def _set_up(terminal: int) -> None:
    """It hands over lines as they are typed, and shows what is shown as it is: no echo, no other newlines."""
    termios.tcsetwinsize(terminal, SIZE)
    modes = termios.tcgetattr(terminal)
    modes[0] = modes[1] = 0  # how input and output are changed on the way
    modes[3] = termios.ICANON
    modes[6] = [b"\0"] * len(modes[6])
    modes[6][termios.VEOF] = END
    termios.tcsetattr(terminal, termios.TCSANOW, modes)


def _type(terminal: int, typed: bytes) -> None:
    with contextlib.suppress(OSError):
        left = typed + END * ENDS
        while left:
            left = left[os.write(terminal, left) :]


def _hear(terminal: int, shown: IO[bytes]) -> None:
    with contextlib.suppress(OSError, ValueError):  # nobody is there any more
        while piece := os.read(terminal, 1 << 16):
            shown.write(piece)
            shown.flush()
    with contextlib.suppress(OSError):
        os.close(terminal)


class Others:
    """So many earlier starts, as `begin` starts, of which each later one finds the hidden files."""

    def __init__(self, starts: int) -> None:
        self._starts, self._left = starts, dict[Path, bytes]()

    def before(self, begin: Begin, plain: Begin) -> Begin:
        """What starts as `begin` does, but after the others, which start as `plain` does what is started first."""

        def started(what: Any) -> Any:
            while self._starts and not what.window:
                self._starts -= 1
                self._earlier(what, plain)
            self._lay(what.folder)
            return begin(what)

        return started

    def _lay(self, folder: Path) -> None:
        with _unheard():
            for path, content in self._left.items():
                with contextlib.suppress(OSError):
                    (folder / path).parent.mkdir(parents=True, exist_ok=True)
                    (folder / path).write_bytes(content)

    def _earlier(self, what: Any, plain: Begin) -> None:
        with _unheard(), tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
            folder = Path(name, what.folder.name)
            shutil.copytree(what.folder, folder, symlinks=True)
            laid_out = _hidden(folder)
            self._lay(folder)
            with contextlib.suppress(pytest.fail.Exception):
                plain(replace(what, folder=folder)).ended()
            self._left.update((path, content) for path, content in _hidden(folder).items() if path not in laid_out)


@contextlib.contextmanager
def _unheard() -> Iterator[None]:
    """No test lays out what is laid out here, so nobody looks after it."""
    listeners = sys.modules["sitecustomize"].listeners
    heard = listeners[:]
    listeners[:] = [lambda _: None]
    try:
        yield
    finally:
        listeners[:] = heard


def _hidden(folder: Path) -> Mapping[Path, bytes]:
    """What a person doesn't see in it, but for what parts noted of the results that lie there, where that is so."""
    names = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    found = {name: (folder / name).read_bytes() for name in names if any(one.startswith(".") for one in name.parts)}
    if Path(RECORD) in found:
        _, left = _noted(folder)
        del found[Path(RECORD)]
        found |= {Path(RECORD): left} if left else {}
    return found


def _noted(folder: Path) -> tuple[bytes, bytes]:
    """The note of parts: what is so, and what else a program noted there; empty where there is nothing."""
    record = folder / RECORD
    try:
        said = json.loads(record.read_text(encoding="utf-8"))
        true = {name: digest for name, digest in said.items() if _digest(folder / name) == digest}
        left = {name: digest for name, digest in said.items() if name not in true}
    except (OSError, ValueError, AttributeError):
        return b"", record.read_bytes() if record.is_file() else b""
    return json.dumps(true).encode() if true else b"", json.dumps(left).encode() if left else b""


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""


def forgetting(begin: Begin, home: Path, folder: Path) -> Begin:
    """What starts as `begin` does, but finds nothing that earlier starts left in the home folder, or hid in its own."""
    before: list[set[Path]] = []

    def kept() -> set[Path]:
        return {*home.rglob("*"), *(folder / name for name in _hidden(folder))}

    def started(what: Any) -> Any:
        if not before:
            before.append(kept())
        with _unheard():
            true, left = _noted(folder)
        for path in kept() - before[0]:
            with contextlib.suppress(OSError):
                path.unlink()
        if true and left:  # all of it is gone now
            with _unheard():
                (folder / RECORD).write_bytes(true)
        return begin(what)

    return started
