"""Runs inside the sandbox as `sitecustomize`, in each interpreter before anything else: another computer, as far as the
program can tell, and a note of what it touches there.

Beside it lie `settings.json`, with what it should appear to be, and the file that the notes are added to: a line each,
`[what is done, where, to what]`. What lies in the home folder and the one for temporary files isn't noted: the tests
lie there, and look after it (`surroundings_job.py`). Imports nothing of ours, and little, for every start waits for it.
"""

import builtins
import contextlib
import json
import os
import pwd
import re
import sys
import threading
import time
import types
from collections.abc import Callable, Iterator
from typing import Any

HERE = os.path.dirname(os.path.abspath(__file__))  # noqa: PTH100, PTH120 - no pathlib, which takes a while
PROGRAM = "solution.py"
WRITING = os.O_WRONLY | os.O_RDWR | os.O_TRUNC
MACHINE = ("/dev/", "/proc/", "/sys/")
ITSELF = {"", "localhost", "::1", "::", "0.0.0.0", "None"}  # noqa: S104  # nosec B104
LOOPBACK = re.compile(r"127(\.\d{1,3}){3}")
LONGEST = 200
SECOND = 10**9  # nanoseconds

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


# Why: docs/decisions.md, "What a program touches is told by Python's audit events and by what is gone"
def watch(notes: str) -> None:
    """Note what the program does, for good."""
    file = os.open(notes, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
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
        looked_after = (os.environ.get("HOME", "?") + os.sep, os.environ.get("TMPDIR", "/tmp") + os.sep)  # noqa: S108
        if to.startswith((*MACHINE, *looked_after)) or not os.path.isfile(to):  # noqa: PTH113
            return b""
    where = "" if what in ("send", "start") else "elsewhere"
    return json.dumps([what, where, to[:LONGEST]]).encode() + b"\n"


def appear(user: str = "", host: str = "", day: str = "", system: str = "") -> None:
    """Let the program find itself with another user, on another computer, on another day, in another system."""
    if user:
        _be(user)
    if host or system:
        found = os.uname()
        told = (system or found.sysname, host or found.nodename, *found[2:])
        os.uname = lambda: os.uname_result(told)
    if host:
        _live_on(host)
    if day:
        _set_clock(day)
    if system:
        _import_as(SYSTEMS[system])


def _be(user: str) -> None:
    real = {name: getattr(pwd, name) for name in ("getpwuid", "getpwnam", "getpwall")}

    def renamed(found: pwd.struct_passwd) -> pwd.struct_passwd:
        own = (user, *found[1:5], os.environ["HOME"], found[6])
        return pwd.struct_passwd(own) if found.pw_uid == os.getuid() else found

    def named(name: str) -> pwd.struct_passwd:
        return renamed(real["getpwuid"](os.getuid()) if name == user else real["getpwnam"](name))

    pwd.getpwuid, pwd.getpwnam, os.getlogin = lambda number: renamed(real["getpwuid"](number)), named, lambda: user
    pwd.getpwall = lambda: list(map(renamed, real["getpwall"]()))


def _live_on(host: str) -> None:
    import _socket

    _socket.gethostname = lambda: host
    for name in ("getaddrinfo", "gethostbyname", "gethostbyname_ex"):  # a computer knows itself
        setattr(_socket, name, _knowing(host, getattr(_socket, name)))


def _knowing(host: str, find: Callable[..., Any]) -> Callable[..., Any]:
    def found(name: Any, *rest: Any, **named: Any) -> Any:
        return find("localhost" if name == host else name, *rest, **named)

    return found


def _set_clock(day: str) -> None:
    import datetime
    import importlib.util

    spec = importlib.util.spec_from_file_location("clocks", os.path.join(HERE, "..", "_scenario", "clocks.py"))  # noqa: PTH118
    assert spec is not None  # noqa: S101
    assert spec.loader is not None  # noqa: S101
    clocks = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(clocks)
    real, shift = time.time, datetime.datetime.fromisoformat(day).timestamp() - time.time()
    time.time = lambda: real() + shift
    clocks.set_dates(time)
    for name in ("stat", "lstat", "fstat"):
        setattr(os, name, _later(getattr(os, name), round(shift)))
    os.utime = _earlier(os.utime, round(shift))


def _later(look: Callable[..., os.stat_result], shift: int) -> Callable[..., os.stat_result]:
    """Files that were just made are new on that day, too."""

    def looked(*arguments: Any, **named: Any) -> os.stat_result:
        found = look(*arguments, **named)
        times = {f"st_{one}time": getattr(found, f"st_{one}time") + shift for one in "amc"}
        exact = {f"st_{one}time_ns": getattr(found, f"st_{one}time_ns") + shift * SECOND for one in "amc"}
        rest = {f"st_{name}": getattr(found, f"st_{name}") for name in ("blksize", "blocks", "rdev")}
        return os.stat_result((*found[:7], *map(int, times.values())), {**times, **exact, **rest})

    return looked


def _earlier(change: Callable[..., None], shift: int) -> Callable[..., None]:
    def changed(path: Any, times: Any = None, *, ns: Any = None, **named: Any) -> None:
        if ns is not None:
            named["ns"] = tuple(one - shift * SECOND for one in ns)
        change(path, times and tuple(one - shift for one in times), **named)

    return changed


WINDOWS = {"name": "nt", "sep": "\\", "altsep": "/", "linesep": "\r\n", "startfile": lambda *_: None}
SYSTEMS: dict[str, dict[str, dict[str, Any]]] = {"Windows": {"sys": {"platform": "win32"}, "os": WINDOWS}}
"""What modules say there that nothing but the program may believe, for Python itself would look for what isn't here."""


class Told(types.ModuleType):
    """A module as it is, but for what it tells."""

    def __init__(self, real: types.ModuleType, told: dict[str, Any]) -> None:
        super().__init__(real.__name__)
        self.__dict__.update(told)
        object.__setattr__(self, "_real", real)

    def __getattr__(self, name: str) -> Any:
        return getattr(object.__getattribute__(self, "_real"), name)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(object.__getattribute__(self, "_real"), name, value)


def _import_as(told: dict[str, dict[str, Any]]) -> None:
    real = builtins.__import__
    changed = {name: Told(sys.modules[name], said) for name, said in told.items()}

    def imported(name: str, asking: Any = None, *rest: Any, **named: Any) -> Any:
        module = real(name, asking, *rest, **named)
        asks = os.path.basename(str((asking or {}).get("__file__", ""))) == PROGRAM  # noqa: PTH119
        return changed.get(module.__name__, module) if asks and name.partition(".")[0] in changed else module

    builtins.__import__ = imported  # type: ignore[assignment]


with contextlib.suppress(OSError):  # an interpreter that the program started after it removed all this
    with open(os.path.join(HERE, "settings.json"), encoding="utf-8") as file:  # noqa: PTH118, PTH123
        settings = json.load(file)
    appear(**settings["appear"])
    watch(settings["notes"])
