"""Runs inside the sandbox: with what the tests call and start a program, as source that does it again.

An input is a few statements; what the last one gives is what comes of it. It may use what the program defines, the
modules in `spoken.MODULES`, and the fixture `program`; before a method is called, its object is made: see `objects`.
"""

import contextlib
import functools
import importlib
import inspect
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import FrameType
from typing import Any

from ... import scenario
from .objects import Call, Objects
from .spoken import MOST, Unspeakable, source_of

MOST_OF_A_START = 20_000  # characters, with all files
START = scenario.Program.start


class Recorder:
    """Notes calls of the program's functions and methods, and starts of it, while tests run."""

    def __init__(self, module: str) -> None:
        self._module = module
        self._calls: dict[tuple[str, ...], None] = {}
        self._names: set[str] = set()  # that stand in tests
        self._starts: dict[int, list[str]] = {}
        self._programs: list[Any] = []  # so that no two have the same id

    def install(self) -> None:
        """Watch the program, which isn't imported by any test yet."""
        module = importlib.import_module(self._module)
        self._objects = Objects(self._module, vars(module))
        for name, found in list(vars(module).items()):
            if name.startswith("_") or getattr(found, "__module__", "") != self._module:
                continue
            if inspect.isfunction(found):
                setattr(module, name, self._watched(found, functools.partial(self._objects.call, name)))
            elif inspect.isclass(found) and found.__name__ == name:
                self._watch(found)
        setattr(scenario.Program, "start", self._start())  # noqa: B010 - a method can't be assigned to

    def inputs(self) -> Iterator[list[str]]:
        """All that was seen: calls with the fewest characters first, those with objects after them, then starts."""
        for lines in self._objects.read(self._names):
            self._note(lines)
        yield from map(list, sorted(self._calls, key=lambda lines: (len(lines) > 1, _length(lines))))
        starts = sorted({tuple(lines) for lines in self._starts.values() if "" not in lines}, key=_length)
        yield from (list(lines) for lines in starts if _length(lines) < MOST_OF_A_START)

    def _watch(self, kind: type) -> None:
        """What makes objects of this class, and what they can do."""
        for name, found in list(vars(kind).items()):
            if inspect.isfunction(found) and name == "__init__":
                setattr(kind, name, self._watched(found, functools.partial(_making, self._objects), makes=True))
            elif name.startswith("_"):
                continue
            elif inspect.isfunction(found):
                setattr(kind, name, self._watched(found, functools.partial(_of_one, self._objects, name)))
            elif isinstance(found, staticmethod):
                written = functools.partial(self._objects.call, f"{kind.__name__}.{name}")
                setattr(kind, name, staticmethod(self._watched(found.__func__, written)))
            elif isinstance(found, classmethod):
                written = functools.partial(_of_class, self._objects, name)
                setattr(kind, name, classmethod(self._watched(found.__func__, written)))

    def _watched(
        self, function: Callable[..., Any], written: Callable[..., Call], makes: bool = False
    ) -> Callable[..., Any]:
        """The function, noted where a test calls it; `written` says of what it is given which call that is.

        One that gives an object by itself shows nothing; what is done with that then does. `makes` is for what an
        object begins with.
        """

        @functools.wraps(function)
        def watched(*args: Any, **kwargs: Any) -> Any:
            call = self._seen(sys._getframe(1), written, args, kwargs)
            try:
                result = function(*args, **kwargs)
            except BaseException:
                self._note(self._objects.script(call) if call else [])
                raise
            value = args[0] if makes else result
            if call and not self._objects.made(call, value):
                self._note(self._objects.script(call))
            return result

        return watched

    def _seen(
        self, caller: FrameType, written: Callable[..., Call], args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> Call | None:
        """The call, if it is a test's and can be written down."""
        if _is_test(caller.f_code.co_filename):
            self._names.update(caller.f_code.co_names)
            with contextlib.suppress(Unspeakable, RecursionError):
                return written(args, kwargs)
        return None

    def _note(self, lines: list[str]) -> None:
        text = "\n".join(lines)
        if text and len(text) <= MOST and os.sep + "tmp" not in text:
            self._calls.setdefault(tuple(lines))

    def _start(self) -> Callable[..., Any]:
        @functools.wraps(START)
        def start(program: Any, *args: Any, **kwargs: Any) -> Any:
            self._programs.append(program)
            self._starts.setdefault(id(program), []).append(_start_again(program, args, kwargs))
            return START(program, *args, **kwargs)

        return start


def _start_again(program: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> str:
    """The start as source; empty where it can't be written down."""
    given = inspect.signature(START).bind(program, *args, **kwargs).arguments
    try:
        said = [f"{key}={source_of(_plain(key, value))}" for key, value in given.items() if key != "self"]
    except (Unspeakable, RecursionError):
        return ""
    return f"program.start({', '.join(said)})"


def _making(objects: Objects, args: Sequence[Any], kwargs: dict[str, Any]) -> Call:
    return objects.call(type(args[0]).__name__, args[1:], kwargs)


def _of_one(objects: Objects, name: str, args: Sequence[Any], kwargs: dict[str, Any]) -> Call:
    return objects.call(name, args[1:], kwargs, owner=args[0])


def _of_class(objects: Objects, name: str, args: Sequence[Any], kwargs: dict[str, Any]) -> Call:
    return objects.call(f"{args[0].__name__}.{name}", args[1:], kwargs)


def _plain(name: str, value: Any) -> Any:
    """An argument without what only lives as long as the test, such as a path in its folder; of a zip what is in it."""
    if isinstance(value, dict):
        return {key: _opened(one) if name == "files" else one for key, one in value.items()}
    if isinstance(value, Path) and value.is_absolute():
        raise Unspeakable(str(value))
    return value


def _opened(content: Any) -> Any:
    """What is in a zip of a few texts, so that it can be varied; all else as it is."""
    found = scenario.part("zipped").entries_of(content, MOST) if isinstance(content, bytes) else None
    return found or content


def _is_test(path: str) -> bool:
    return Path(path).name.startswith("test_")


def _length(lines: tuple[str, ...]) -> int:
    return sum(map(len, lines))
