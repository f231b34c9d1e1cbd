"""A seal on what tests rely on: what a program replaces of it is noticed and named.

It is for tests that can only be judged beside the program.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import call, is_
from types import CodeType, ModuleType
from typing import Any

RUNNER = "_runner"  # the package that has forked this process
# Of these packages everything is sealed, with the classes in them.
TESTING = frozenset({"pytest", "_pytest", "pluggy", "unittest", __name__.partition(".")[0], RUNNER})
# Of these modules, functions and classes have to be the same ones as before.
USED = frozenset(
    {"builtins", "os", "posix", "sys", "time", "json", "json.encoder", "signal", "gc", "io", "contextlib", "ast"}
)
# What pytest itself and honest programs set.
SET = frozenset({"excepthook", "displayhook", "unraisablehook", "breakpointhook", "stdin", "stdout", "stderr"})

# Where a name is, in which namespace; the name, and what it has to stand for.
Part = tuple[str, Mapping[str, Any], str, Any]


class Sealed:
    """Parts that are to stay as they are.

    There are thousands, and each one that Python code touches is memory that a fork has to copy, so
    whether all are whole is found out by columns, without looking at the parts themselves.
    """

    def __init__(self, parts: Sequence[Part]) -> None:
        self.parts = parts
        getters = {id(space): space.get for _, space, _, _ in parts}
        self._getters = [getters[id(space)] for _, space, _, _ in parts]
        self._names = [name for _, _, name, _ in parts]
        self._values = [value for _, _, _, value in parts]

    def is_whole(self) -> bool:
        """Whether every name stands for the same."""
        return all(map(is_, map(call, self._getters, self._names), self._values))


def look() -> list[Part]:
    """How everything is now."""
    modules = [(name, module) for name, module in list(sys.modules.items()) if _is_sealed(name)]
    parts: list[Part] = [("sys.modules", sys.modules, name, module) for name, module in modules]
    return parts + [part for name, module in modules for part in _parts_of(name, module)]


def seal(tests: str, sealed: Sealed) -> Callable[[], str]:
    """What is returned names what of `sealed` isn't whole any more, or nothing.

    What was replaced by something of the file `tests` isn't the program's doing.
    """
    traces = sys.gettrace(), sys.getprofile()

    def broken() -> str:
        changed = "" if sealed.is_whole() else _changed(sealed.parts, tests)
        return changed or ("" if (sys.gettrace(), sys.getprofile()) == traces else "sys.settrace")

    return broken


def _changed(parts: Sequence[Part], tests: str) -> str:
    for where, space, name, value in parts:
        found = space.get(name)
        if found is not value and _file_of(found) != tests:
            return f"{where}.{name}"
    return ""


def _is_sealed(name: str) -> bool:
    return name in USED or name.partition(".")[0] in TESTING


def _parts_of(name: str, module: ModuleType) -> Iterator[Part]:
    space = vars(module)
    for key, value in space.copy().items():
        if callable(value) and key not in SET:
            yield name, space, key, value
            if isinstance(value, type) and value.__module__ == name and name not in USED:
                yield from _parts_of_class(f"{name}.{key}", vars(value))


def _parts_of_class(name: str, space: Mapping[str, Any]) -> Iterator[Part]:
    for key, value in space.items():
        if callable(value) or isinstance(value, staticmethod | classmethod | property):
            yield name, space, key, value


def _file_of(value: object) -> str:
    code = getattr(value, "__code__", None)
    return code.co_filename if isinstance(code, CodeType) else ""
