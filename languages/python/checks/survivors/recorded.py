"""Runs inside the sandbox: with what the tests call and start a program, as source that does it again.

An input is a few statements; what the last one gives is what comes of it. It may use what the program defines, the
modules in `spoken.MODULES`, and the fixture `program`.
"""

import functools
import importlib
import inspect
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from _language import scenario  # type: ignore[import-not-found]
from spoken import MOST, Unspeakable, source_of  # type: ignore[import-not-found]

MOST_OF_A_START = 20_000  # characters, with all files
START = scenario.Program.start


class Recorder:
    """Notes calls of the program's functions and starts of it, while tests run."""

    def __init__(self, module: str) -> None:
        self._module = module
        self._calls: dict[str, None] = {}
        self._starts: dict[int, list[str]] = {}
        self._programs: list[Any] = []  # so that no two have the same id

    def install(self) -> None:
        """Watch the program, which isn't imported by any test yet."""
        module = importlib.import_module(self._module)
        for name, found in list(vars(module).items()):
            if inspect.isfunction(found) and not name.startswith("_") and found.__module__ == self._module:
                setattr(module, name, self._watched(name, found))
        scenario.Program.start = self._start()

    def inputs(self) -> Iterator[list[str]]:
        """All that was seen: calls with the fewest characters first, then starts."""
        yield from ([call] for call in sorted(self._calls, key=len))
        starts = sorted({tuple(lines) for lines in self._starts.values() if "" not in lines}, key=_length)
        yield from (list(lines) for lines in starts if _length(lines) < MOST_OF_A_START)

    def _watched(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def watched(*args: Any, **kwargs: Any) -> Any:
            if _is_test(sys._getframe(1).f_code.co_filename):
                self._note_call(name, args, kwargs)
            return function(*args, **kwargs)

        return watched

    def _note_call(self, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        try:
            given = [source_of(value, self._module) for value in args]
            given += [f"{key}={source_of(value, self._module)}" for key, value in kwargs.items()]
        except (Unspeakable, RecursionError):
            return
        call = f"{name}({', '.join(given)})"
        if len(call) <= MOST and os.sep + "tmp" not in call:
            self._calls.setdefault(call)

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
