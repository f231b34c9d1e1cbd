"""Runs inside the sandbox, beside `elsewhere_job.py`: another computer, as far as the program can tell.

Imports nothing of ours but `another_system.py`, and little.
"""

import builtins
import contextlib
import errno
import io
import os
import pwd
import sys
import time
import types
from collections.abc import Callable
from typing import Any

from .another_system import SYSTEMS, Note, import_as

HERE = os.path.abspath(f"{__file__}/../..")  # noqa: PTH100 - no pathlib, which takes a while
PROGRAM = "solution.py"
LIBRARY = os.path.dirname(contextlib.__file__)  # noqa: PTH120
SECOND = 10**9  # nanoseconds
MARKS = ("/opt/tools", "/opt/runner", "/work", "/.dockerenv", "/run/.containerenv")
"""What lies here, and on no computer of anybody's."""
OF_LINUX = ("/proc", "/sys")
READING = ("open", "listdir", "scandir", "readlink")
ACCESS = os.access


def appear(
    note: Note, user: str = "", host: str = "", processors: int = 0, bare: bool = False, day: str = "", system: str = ""
) -> None:
    """Let the program find itself with another user, on another computer, on another day, in another system."""
    told: dict[str, dict[str, Any]] = {}
    _be_whose(user, host, system)
    if processors:
        os.cpu_count = lambda: processors
        vars(os)["process_cpu_count"] = os.cpu_count
        os.sched_getaffinity = lambda _: set(range(processors))
    if day:
        _set_clock(day)
    if bare:
        _hide(tuple(mark for mark in MARKS if not HERE.startswith(mark)), lambda _: None)
        told["sys"] = _own_python()
    if system:
        _hide(OF_LINUX, note)
        for name, says in SYSTEMS[system](note).items():
            told[name] = {**told.get(name, {}), **says}
    if told:
        import_as(told, note)


def _be_whose(user: str, host: str, system: str) -> None:
    home = os.environ.get("HOME", "")
    if user or system:
        _be(user or os.environ.get("USER", ""), home)
    if system == "Windows":
        for name, place in (("APPDATA", "Roaming"), ("LOCALAPPDATA", "Local")):
            os.environ[name] = f"{home}/AppData/{place}"
            os.makedirs(os.environ[name], exist_ok=True)  # noqa: PTH103
    if host or system:
        found = os.uname()
        names = (system or found.sysname, host or found.nodename, *found[2:])
        os.uname = lambda: os.uname_result(names)
    if host:
        _live_on(host)


def forget(names: list[str]) -> None:
    """Let the program see no such variables; what it starts has them as before."""
    for name in names:
        os.environ._data.pop(os.fsencode(name), None)  # type: ignore[attr-defined]


def _be(user: str, home: str) -> None:
    real = {name: getattr(pwd, name) for name in ("getpwuid", "getpwnam", "getpwall")}

    def renamed(found: pwd.struct_passwd) -> pwd.struct_passwd:
        own = (user, *found[1:5], os.environ.get("HOME", home), found[6])
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

    spec = importlib.util.spec_from_file_location("clocks", os.path.join(HERE, "..", "again", "_scenario", "clocks.py"))  # noqa: PTH118
    assert spec is not None  # noqa: S101
    assert spec.loader is not None  # noqa: S101
    clocks = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(clocks)
    real, shift = time.time, datetime.datetime.fromisoformat(day).timestamp() - time.time()
    time.time = lambda: real() + shift
    time.time_ns = lambda: int(time.time() * SECOND)
    clocks.follow_time()
    for name in ("stat", "lstat", "fstat"):
        _replace(os, name, _later(getattr(os, name), round(shift)))
    _replace(os, "utime", _earlier(os.utime, round(shift)))


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


def _replace(module: Any, name: str, by: Any) -> None:
    """Python's own library looks into these sets for what a function can do."""
    real = getattr(module, name)
    for can in (os.supports_fd, os.supports_dir_fd, os.supports_follow_symlinks, os.supports_effective_ids):
        if real in can:
            can.add(by)
    setattr(module, name, by)


def _hide(places: tuple[str, ...], note: Note) -> None:
    """Let the program find nothing there; whatever else asks does. `note` hears what it wants to read there."""

    def is_hidden(path: Any) -> bool:
        try:
            name = path if isinstance(path, str) else os.fsdecode(path)
        except TypeError:  # an open file's number, or nothing
            return False
        if not name.startswith(places):  # whatever is looked at in an interpreter comes here
            return False
        return any(name == one or name.startswith(f"{one}/") for one in places) and _asked_by_the_program()

    for name in ("stat", "lstat", "access", "listdir", "scandir", "open", "readlink", "chdir"):
        _replace(os, name, _Hiding(getattr(os, name), is_hidden, note))
    builtins.open = io.open = _Hiding(io.open, is_hidden, note)  # type: ignore[assignment]
    listed = os.listdir
    _replace(os, "listdir", lambda path=".": [one for one in listed(path) if not is_hidden(_below(path, one))])


class _Hiding:
    """A function as it is, but for paths that are hidden. It is no Python function, which would be bound in a class."""

    def __init__(self, real: Callable[..., Any], is_hidden: Callable[[Any], bool], note: Note) -> None:
        self._real, self._is_hidden, self._note = real, is_hidden, note

    def __call__(self, path: Any = ".", *rest: Any, **named: Any) -> Any:
        if not self._is_hidden(path):
            return self._real(path, *rest, **named)
        if self._real is ACCESS:
            return False
        if self._real.__name__ in READING:
            self._note(os.fsdecode(path))
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)


def _below(folder: Any, name: Any) -> str:
    return os.path.join(os.fsdecode(folder), os.fsdecode(name)) if isinstance(folder, str | bytes | os.PathLike) else ""  # noqa: PTH118


def _asked_by_the_program() -> bool:
    """Whether it asks itself, or by Python's own library; what is imported, or asked by a package, needs the truth."""
    frame: types.FrameType | None = sys._getframe(2)
    while frame is not None:
        file = frame.f_code.co_filename
        if os.path.basename(file) == PROGRAM:  # noqa: PTH119
            return True
        is_library = file == __file__ or (file.startswith((f"{LIBRARY}/", "<frozen ")) and "-packages" not in file)
        if not is_library or "importlib" in file:
            return False
        frame = frame.f_back
    return False


def _own_python() -> dict[str, Any]:
    """What the program is told of its Python, which isn't the one of the sandbox."""
    ours = tuple(mark for mark in MARKS if not HERE.startswith(mark))
    around = os.path.dirname(HERE)  # noqa: PTH120
    sys.path[:] = [f"{around}/lib" if path.startswith(ours) else path for path in sys.path if path != HERE]
    prefixes = dict.fromkeys(("prefix", "exec_prefix"), sys.base_prefix)
    # Why the name is the same: what a program starts elsewhere and not here is an accusation.
    return {"executable": f"{around}/bin/{os.path.basename(sys.executable)}", **prefixes}  # noqa: PTH119
