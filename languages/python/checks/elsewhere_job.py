"""Runs inside the sandbox as `sitecustomize`, in each interpreter before anything else: another computer, as far as the
program can tell, and a note of what it touches there.

Beside it lie `settings.json`, with what it should appear to be, and the file that the notes are added to: a line each,
`[what is done, where, to what]`. Imports nothing of ours, and as little as it can, for every start waits for it.
"""

import builtins
import contextlib
import json
import os
import pwd
import sys
import time
import types
from collections.abc import Callable, Iterator
from typing import Any

HERE = os.path.dirname(os.path.abspath(__file__))  # noqa: PTH100, PTH120 - no pathlib, which takes a while
PROGRAM = "solution.py"
WRITING = os.O_WRONLY | os.O_RDWR
MACHINE = ("/dev/", "/proc/", "/sys/")
ITSELF = {"", "localhost", "::1", "::", "0.0.0.0", "None"}  # noqa: S104
LONGEST = 200
made: set[str] = set()

Act = tuple[str, str]
"""What is done, and to which path, host or command; a path is taken for somebody's own where it was there before."""


def _place(path: Any, folder: int = -1) -> str:
    """The absolute path of what a system call names, which may count from an open folder."""
    name = os.fsdecode(path)
    if folder >= 0:
        name = os.path.join(os.readlink(f"/proc/self/fd/{folder}"), name)  # noqa: PTH115, PTH118
    return os.path.abspath(name)  # noqa: PTH100


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


def _made(path: Any, *_: Any) -> Iterator[Act]:
    yield "make", _place(path)


def _linked(_: Any, path: Any, *__: Any) -> Iterator[Act]:
    yield "make", _place(path)


def _sent(host: Any, *_: Any) -> Iterator[Act]:
    yield "send", os.fsdecode(host) if isinstance(host, str | bytes) else str(host)


def _sent_by(_: Any, address: Any) -> Iterator[Act]:
    if isinstance(address, tuple):  # a socket of this machine has a path
        yield "send", str(address[0])


def _fetched(connection: Any, _: Any) -> Iterator[Act]:
    yield "send", str(connection.host)


def _started(command: Any, *_: Any) -> Iterator[Act]:
    yield "start", os.fsdecode(command)


ACTS: dict[str, Callable[..., Iterator[Act]]] = {
    "open": _opened,
    "os.remove": _removed,
    "os.rmdir": _removed,
    "os.rename": _renamed,
    "os.truncate": _written,
    "os.mkdir": _made,
    "os.link": _linked,
    "os.symlink": _linked,
    "sqlite3.connect": _written,
    "socket.getaddrinfo": _sent,
    "socket.gethostbyname": _sent,
    "socket.connect": _sent_by,
    "socket.sendto": _sent_by,
    "http.client.send": _fetched,
    "subprocess.Popen": _started,
    "os.system": _started,
    "os.exec": _started,
    "os.posix_spawn": _started,
    "webbrowser.open": lambda _: _started("a browser"),
}
"""The events of Python that tell what is touched, see PEP 578, with what comes with each."""


def watch(notes: str) -> None:
    """Note what the program does, for good."""
    file = os.open(notes, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)

    def heard(event: str, arguments: tuple[Any, ...]) -> None:
        if event in ACTS and _is_the_programs(sys._getframe()):
            with contextlib.suppress(Exception):  # whatever it hands over, it is Python's to refuse that
                for line in filter(None, map(_noted, ACTS[event](*arguments))):
                    os.write(file, line)

    sys.addaudithook(heard)


def _is_the_programs(frame: types.FrameType | None) -> bool:
    while frame is not None:
        if os.path.basename(frame.f_code.co_filename) == PROGRAM:  # noqa: PTH119
            return True
        frame = frame.f_back
    return False


def _noted(act: Act) -> bytes:
    """The line for it; empty where it is done to nothing that was there before."""
    what, to = act
    where = ""
    if what == "send" and (to in ITSELF or to.startswith("127.") or to == os.uname().nodename):
        return b""
    if what == "overwrite" and os.path.isdir(to):  # noqa: PTH112
        return b""  # a file without a name is opened in it
    if what not in ("send", "start"):
        if to.startswith(MACHINE) or _is_own(to) or (what == "make" and os.path.lexists(to)):
            return b""
        if not os.path.lexists(to):
            made.add(to)
            what = "make"
        where = _where(to)
    return json.dumps([what, where, to[:LONGEST]]).encode() + b"\n"


def _is_own(path: str) -> bool:
    """Whether the program made it, or a folder that it lies in."""
    while path not in made and len(path) > 1:
        path = os.path.dirname(path)  # noqa: PTH120
    return path in made


def _where(path: str) -> str:
    if path.startswith(os.environ.get("HOME", "?") + os.sep):
        return "home"
    given = (os.getcwd() + os.sep, os.environ.get("TMPDIR", "/tmp") + os.sep)  # noqa: PTH109, S108
    return "given" if path.startswith(given) else "elsewhere"


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
    entry = pwd.getpwuid

    def renamed(number: int) -> pwd.struct_passwd:
        found = entry(number)
        own = (user, *found[1:5], os.environ["HOME"], found[6])
        return pwd.struct_passwd(own) if number == os.getuid() else found

    pwd.getpwuid, os.getlogin = renamed, lambda: user


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


SYSTEMS = {"Windows": {"sys": {"platform": "win32"}, "os": {"name": "nt"}}}
"""What modules say there that nothing but the program may believe, for Python itself would look for what isn't here."""


class Told(types.ModuleType):
    """A module as it is, but for what it tells."""

    def __init__(self, real: types.ModuleType, told: dict[str, str]) -> None:
        super().__init__(real.__name__)
        self.__dict__.update(told)
        object.__setattr__(self, "_real", real)

    def __getattr__(self, name: str) -> Any:
        return getattr(object.__getattribute__(self, "_real"), name)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(object.__getattribute__(self, "_real"), name, value)


def _import_as(told: dict[str, dict[str, str]]) -> None:
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
