"""Runs inside the sandbox, beside `another_computer.py`: another system, as far as the program can tell.

Only what can be told apart from a failure of this imitation is of use: `note` hears of all that the program asks for
and that isn't here, such as a module that only Windows has. Imports nothing of ours, and little.
"""

import builtins
import os
import types
from collections.abc import Callable
from typing import Any

PROGRAM = "solution.py"

Note = Callable[[str], None]


class Seeming(str):
    """Text with which the paths and lines of this system are worked on, and that is taken for another system's."""

    _seems: str

    def __new__(cls, works: str, seems: str) -> "Seeming":
        made = super().__new__(cls, works)
        made._seems = seems
        return made

    def __eq__(self, other: object) -> bool:
        return self._seems == other

    def __ne__(self, other: object) -> bool:
        return self._seems != other

    def __hash__(self) -> int:
        return hash(self._seems)

    def __repr__(self) -> str:
        return repr(self._seems)


class Absent:
    """What only the other system has: it takes whatever is done with it, and that is noted."""

    def __init__(self, name: str, note: Note) -> None:
        self.__dict__.update(_of=(name, note))

    def __getattr__(self, name: str) -> "Absent":
        if name.startswith("__"):
            raise AttributeError(name)
        of, note = self.__dict__["_of"]
        return Absent(f"{of}.{name}", note)

    def __setattr__(self, name: str, value: Any) -> None:
        """Such as the types of what a function takes."""

    def __call__(self, *_: Any, **__: Any) -> int:
        name, note = self.__dict__["_of"]
        note(name)
        return 1


WINDOWS_11 = types.SimpleNamespace(major=10, minor=0, build=26100, platform=2, service_pack="", product_type=1)


def _windows(note: Note) -> dict[str, dict[str, Any]]:
    sep = Seeming(os.sep, "\\")
    console = types.ModuleType("msvcrt")
    keys = {"getch": b"\r", "getche": b"\r", "getwch": "\r", "getwche": "\r"}
    for name, key in keys.items():
        setattr(console, name, _noting(f"msvcrt.{name}", key, note))
    for name in ("setmode", "locking", "putch", "putwch", "heapmin"):
        setattr(console, name, lambda *_: None)
    vars(console).update(kbhit=lambda: False, LK_LOCK=1, LK_NBLCK=2, LK_UNLCK=0)
    calls = dict.fromkeys(("windll", "oledll", "WinDLL", "WinError", "GetLastError"))
    there = {"sep": sep, "altsep": "/", "pathsep": Seeming(os.pathsep, ";"), "__name__": "ntpath"}
    return {
        "sys": {"platform": "win32", "getwindowsversion": lambda: WINDOWS_11},
        "posixpath": there,
        "os": {"name": "nt", "sep": sep, "altsep": "/", "linesep": Seeming(os.linesep, "\r\n")}
        | {"pathsep": there["pathsep"], "startfile": lambda *_: None, "path": Told(os.path, there, note)},
        "ctypes": {name: Absent(f"ctypes.{name}", note) for name in calls},
        "msvcrt": vars(console),
        "winsound": {name: lambda *_: None for name in ("Beep", "MessageBeep", "PlaySound")}
        | dict.fromkeys(("MB_OK", "MB_ICONHAND", "SND_ALIAS", "SND_ASYNC", "SND_FILENAME"), 0),
    }


def _noting(name: str, value: Any, note: Note) -> Callable[..., Any]:
    def noted(*_: Any) -> Any:
        note(name)
        return value

    return noted


SYSTEMS: dict[str, Callable[[Note], dict[str, dict[str, Any]]]] = {
    "Windows": _windows,
    "Darwin": lambda _: {"sys": {"platform": "darwin"}},
}
"""What modules say there that nothing but the program may believe, for Python itself would look for what isn't here.
Where there is no such module here, these are all that it has."""


class Told(types.ModuleType):
    """A module as it is, but for what it tells. What it hasn't got is noted."""

    def __init__(self, real: types.ModuleType, told: dict[str, Any], note: Note) -> None:
        super().__init__(real.__name__)
        self.__dict__.update(told)
        object.__setattr__(self, "_real", real)
        object.__setattr__(self, "_note", note)

    def __getattr__(self, name: str) -> Any:
        real = object.__getattribute__(self, "_real")
        if not name.startswith("__") and not hasattr(real, name):
            object.__getattribute__(self, "_note")(f"{real.__name__}.{name}")
        return getattr(real, name)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(object.__getattribute__(self, "_real"), name, value)


def import_as(told: dict[str, dict[str, Any]], note: Note) -> None:
    """Let the program import modules that tell what `told` has for them."""
    real = builtins.__import__
    changed: dict[str, Told] = {}

    def imported(name: str, asking: Any = None, *rest: Any, **named: Any) -> Any:
        if not str((asking or {}).get("__file__", "")).endswith(PROGRAM):
            return real(name, asking, *rest, **named)
        try:
            module = real(name, asking, *rest, **named)
        except ImportError:
            if name not in told:
                note(name)
                raise
            module = types.ModuleType(name)
        says = told.get(module.__name__)
        if says is None:
            return module
        if module.__name__ not in changed:
            changed[module.__name__] = Told(module, says, note)
        return changed[module.__name__]

    builtins.__import__ = imported  # type: ignore[assignment]
