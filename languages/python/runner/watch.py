"""What a program does that only a cheat has a use for, as the interpreter itself tells of it.

Source of the method: PEP 578. An audit hook can't be removed again, and hears of what C code does.
"""

from __future__ import annotations

import linecache
import os
import sys
import threading
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from types import FrameType, FunctionType
from typing import Any

from .seal import RUNNER

# Files that change how Python or pytest start, where they lie beside the tests.
STEERING = ("conftest.py", "sitecustomize.py", "usercustomize.py", "pytest.ini")
OPENING = frozenset({"open", "os.rename", "os.remove", "os.truncate", "os.link", "os.symlink"})
STARTING = frozenset({"subprocess.Popen", "os.system", "os.exec", "os.posix_spawn"})
FRAMES = frozenset({"sys._getframe", "sys._current_frames"})
MEMORY = frozenset({"gc.get_objects", "gc.get_referrers"})
TRACING = frozenset({"sys.settrace", "sys.setprofile"})
CHANGING = frozenset({"object.__setattr__", "object.__delattr__"})
LOOKING = "object.__getattr__"
MAKEUP = frozenset({"__code__", "__defaults__", "__kwdefaults__"})  # of a function: what it does
FRAME_ATTRIBUTES = frozenset({"tb_frame", "gi_frame", "cr_frame", "ag_frame"})
WATCHED = OPENING | STARTING | FRAMES | MEMORY | TRACING | CHANGING | {LOOKING}
# Modules that show the source of whoever called when they tell of something.
SHOWING = frozenset({"traceback", "warnings", "logging"})
SHOWN = 100  # characters of the line


def watch(tests: Path, functions: Collection[int], tell: Callable[[str], None]) -> None:
    """Call `tell` with a sentence when the program does what it has no honest use for, from now on and for good.

    `functions` are the identities of those that it mustn't change in place, beside the ones in `tests`.
    The program is all code that is neither part of Python, of its packages, of the runner, nor in `tests`.
    """
    watcher = _Watcher(tests, functions, tell)
    inside = threading.local()

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if event not in WATCHED or (event == LOOKING and not _is_revealing(*arguments)):
            return  # thousands of times
        if not getattr(inside, "busy", False):
            inside.busy = True
            try:
                watcher.heard(event, arguments, sys._getframe(1))
            except (OSError, ValueError, TypeError):
                pass  # what can't be made sense of, such as a path in a folder that is gone, isn't the program's fault
            finally:
                inside.busy = False

    sys.addaudithook(hook)


class _Watcher:
    """Decides whose doing something is, and whether it matters."""

    def __init__(self, tests: Path, functions: Collection[int], tell: Callable[[str], None]) -> None:
        self._tests = str(tests)
        self._name = tests.name
        self._steering = {str(tests.parent / name) for name in STEERING}
        self._trusted = _trusted_folders()
        self._functions = functions
        self._tell = tell

    def heard(self, event: str, arguments: tuple[Any, ...], frame: FrameType | None) -> None:
        """One event, raised in `frame`."""
        sentence = self._sentence(event, arguments)
        if sentence:
            through, culprit = self._way(frame)
            if culprit is not None and self._counts(event, through):
                self._tell(f"{sentence[:-1]}{_place(culprit)}.")

    def _sentence(self, event: str, arguments: tuple[Any, ...]) -> str:
        """What to say of an event if it was the program's doing; empty where it doesn't matter whose it was."""
        if event in OPENING:
            return self._of_files(arguments)
        if event in STARTING:
            return self._of_tests() if self._name in str(arguments) else ""
        if event == LOOKING:
            return f"The program looks at the test that calls it (`{arguments[1]}`)."
        if event in CHANGING:
            return self._of_change(*arguments)
        if event in FRAMES:
            return f"The program looks at the test that calls it (`{event}`)."
        if event in MEMORY:
            return f"The program searches the memory of the process that tests it (`{event}`)."
        return f"The program traces how its tests are run (`{event}`)."

    def _of_files(self, arguments: tuple[Any, ...]) -> str:
        for path in _paths(arguments):
            if path == self._tests:
                return self._of_tests()
            if path in self._steering:
                return f"The program leaves `{Path(path).name}`, which changes how tests are run."
            if path.startswith("/proc/") and ("/fd/" in path or path.endswith("/mem")):
                return "The program opens the files or the memory of the process that tests it."
        return ""

    def _of_tests(self) -> str:
        return "The program opens or changes the file with its tests."

    def _of_change(self, value: object, name: str, *_: object) -> str:
        """Of a function of the tests, or of what they rely on, changed in place."""
        if not isinstance(value, FunctionType) or name not in MAKEUP:
            return ""
        if id(value) not in self._functions and value.__code__.co_filename != self._tests:
            return ""
        return f"The program changed `{value.__module__}.{value.__qualname__}`, which its tests rely on."

    def _way(self, frame: FrameType | None) -> tuple[list[str], FrameType | None]:
        """The modules of Python that lead up to `frame` from the program, and the program; None where it wasn't it."""
        through: list[str] = []
        while frame is not None and frame.f_code.co_filename.startswith(self._trusted):
            through.append(str(frame.f_globals.get("__name__", "")).partition(".")[0])
            frame = frame.f_back
        return through, None if frame is None or frame.f_code.co_filename == self._tests else frame

    @staticmethod
    def _counts(event: str, through: list[str]) -> bool:
        """Python's own modules look at frames all the time; and some show the lines of whoever called."""
        if event in OPENING or event in STARTING:
            return not through or through[-1] not in SHOWING
        if event in CHANGING:
            return True
        return set(through) <= {"inspect"}


def _place(frame: FrameType) -> str:
    """The line that does it, as far as it can be read: what `exec` runs has none."""
    path, number = frame.f_code.co_filename, frame.f_lineno
    line = linecache.getline(path, number).strip()
    return f", in line {number} of `{Path(path).name}`: `{line[:SHOWN]}`" if line else ""


def _is_revealing(value: object, name: str) -> bool:
    """Whether an attribute leads to whoever called, or is the code of a test."""
    return name in FRAME_ATTRIBUTES or (
        name == "__code__" and type(value) is FunctionType and value.__name__.startswith("test")
    )


def _paths(arguments: tuple[Any, ...]) -> Iterator[str]:
    for argument in arguments:
        if isinstance(argument, str | bytes | os.PathLike):
            yield os.path.abspath(os.fsdecode(argument))  # noqa: PTH100  (a link is what it is called)


def _trusted_folders() -> tuple[str, ...]:
    """Where the code is that isn't the program's: Python's library, its packages, and the runner."""
    runner = getattr(sys.modules.get(RUNNER), "__file__", None) or __file__
    folders = {str(Path(file).parent) for file in (os.__file__, __file__, runner)}
    folders |= {path for path in sys.path if path.endswith(("site-packages", "dist-packages"))}
    return (*(f"{folder}{os.sep}" for folder in folders), "<frozen ")
