"""Runs inside the sandbox as the package `sitecustomize`, in each interpreter before anything else: a note of what the
program touches, on another computer as far as it can tell (`another_computer.py`).

Beside the package lies `settings.json`, with what it should appear to be, and the path of the file that the notes are
added to: a line each, `[what is done, where, to what]`. What lies in the home folder and the one for temporary files
isn't noted: the tests lie there, and look after it (`again_job.py`). Imports nothing of ours but `another_computer.py`,
and little, for every start waits for it.
"""

import contextlib
import json
import os
import re
import sys
import threading
import types
from collections.abc import Callable, Iterator
from typing import Any

from . import another_computer as computer

HERE = os.path.abspath(f"{__file__}/../..")  # noqa: PTH100 - no pathlib, which takes a while
PROGRAM = "solution.py"
WRITING = os.O_WRONLY | os.O_RDWR | os.O_TRUNC
MACHINE = ("/dev/", "/proc/", "/sys/")
ITSELF = {"", "localhost", "::1", "::", "0.0.0.0", "None"}  # noqa: S104  # nosec B104
LOOPBACK = re.compile(r"127(\.\d{1,3}){3}")
LONGEST = 200
LOOKED_AFTER = {"HOME": os.environ.get("HOME", "?"), "TMPDIR": os.environ.get("TMPDIR", "/tmp")}  # noqa: S108
TESTS_OWN = "ORDER"  # a variable that only the tests' process has

Act = tuple[str, str]
"""What is done, and to which path, host or command."""

listeners: list[Callable[[Act], None]] = []
"""What hears of the tests' own acts, in the process that has them: all else there, and in others, is the program's."""


def _place(path: Any, folder: int = -1) -> str:
    """The absolute path of what a system call names, which may count from an open folder, with no link on the way."""
    name = os.fsdecode(path)
    if folder >= 0:
        name = os.path.join(os.readlink(f"/proc/self/fd/{folder}"), name)  # noqa: PTH115, PTH118
    above, name = os.path.split(os.path.abspath(name))  # noqa: PTH100
    return os.path.join(os.path.realpath(above), name)  # noqa: PTH118


def _opened(path: Any, _: Any, flags: int) -> Iterator[Act]:
    if not isinstance(path, int) and flags & WRITING:
        yield "overwrite", _place(path)


def _removed(path: Any, folder: int = -1) -> Iterator[Act]:
    yield "delete", _place(path, folder)


def _renamed(source: Any, target: Any, source_folder: int = -1, target_folder: int = -1) -> Iterator[Act]:
    yield "move", _place(source, source_folder)
    yield "overwrite", _place(target, target_folder)


def _written(path: Any, *_: Any) -> Iterator[Act]:
    yield "overwrite", _place(path)


def _sent(host: Any, *_: Any) -> Iterator[Act]:
    yield "send", os.fsdecode(host) if isinstance(host, str | bytes) else str(host)


def _sent_by(_: Any, address: Any) -> Iterator[Act]:
    if isinstance(address, tuple):  # a socket of this machine has a path
        yield "send", str(address[0])


def _fetched(connection: Any, _: Any) -> Iterator[Act]:
    yield "send", str(connection.host)


def _started(command: Any, arguments: Any = (), *_: Any) -> Iterator[Act]:
    """As it was typed, or its words."""
    words = [command, *arguments[1:]] if isinstance(arguments, list | tuple) else [command]
    yield "start", " ".join(map(os.fsdecode, words))


ACTS: dict[str, Callable[..., Iterator[Act]]] = {
    "open": _opened,
    "os.remove": _removed,
    "os.rename": _renamed,
    "os.truncate": _written,
    "sqlite3.connect": _written,
    "socket.getaddrinfo": _sent,
    "socket.gethostbyname": _sent,
    "socket.gethostbyaddr": _sent,
    "socket.connect": _sent_by,
    "socket.sendto": _sent_by,
    "socket.sendmsg": _sent_by,
    "http.client.send": _fetched,
    "subprocess.Popen": _started,
    "os.system": lambda command: _started(command),
    "os.exec": _started,
    "os.posix_spawn": _started,
    "webbrowser.open": lambda _: _started("a browser"),
}
"""The events of Python that tell what is touched, see PEP 578, with what comes with each."""


# Why: docs/decisions.md, "The tests run again in new interpreters and in other surroundings"
def watch(file: int) -> None:
    """Note in an open file what the program does, for good."""
    known = dict(ACTS)  # out of the program's reach

    def heard(event: str, arguments: tuple[Any, ...]) -> None:
        if event not in known:
            return
        with contextlib.suppress(Exception):  # whatever it hands over, it is Python's to refuse that
            acts = list(known[event](*arguments))
            if listeners and not _is_the_programs(sys._getframe()):
                for listen in listeners:
                    for act in acts:
                        listen(act)
                return
            for line in filter(None, map(_noted, acts)):
                os.write(file, line)

    sys.addaudithook(heard)


def _is_the_programs(frame: types.FrameType | None) -> bool:
    """Whether the program is at work in the tests' process: in one of its functions, or in a thread beside them."""
    if threading.current_thread() is not threading.main_thread():
        return True
    while frame is not None:
        if os.path.basename(frame.f_code.co_filename) == PROGRAM:  # noqa: PTH119
            return True
        frame = frame.f_back
    return False


def _noted(act: Act) -> bytes:
    """The line for it; empty where it is done to nothing that was there before, or to what the tests look after."""
    what, to = act
    if what == "send":
        if to in ITSELF or LOOPBACK.fullmatch(to) or to == os.uname().nodename:
            return b""
    elif what != "start":
        looked_after = tuple(os.environ.get(name, place) + os.sep for name, place in LOOKED_AFTER.items())
        if to.startswith((*MACHINE, *looked_after)) or not os.path.isfile(to):  # noqa: PTH113
            return b""
    where = "" if what in ("send", "start") else "elsewhere"
    return json.dumps([what, where, to[:LONGEST]]).encode() + b"\n"


def noted_as(what: str, file: int) -> Callable[[str], None]:
    """What notes in an open file that something of this sort was done."""

    def note(to: str) -> None:
        os.write(file, json.dumps([what, "", to[:LONGEST]]).encode() + b"\n")

    return note


with contextlib.suppress(OSError):  # an interpreter that the program started after it removed all this
    with open(os.path.join(HERE, "settings.json"), encoding="utf-8") as file:  # noqa: PTH118, PTH123
        settings = json.load(file)
    notes = os.open(settings["notes"], os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    watch(notes)
    computer.appear(noted_as("missing", notes), **settings["appear"])
    if TESTS_OWN not in os.environ:
        computer.forget(settings["forgotten"])
    for name in ("another_computer", "another_system"):
        del sys.modules[f"{__name__}.{name}"]
