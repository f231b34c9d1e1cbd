"""A program in which everything exists and nothing is implemented: what tests that prove something must fail against.

Runs inside the sandbox in place of `solution.py`, and imports nothing of ours. What lists, dicts and
sets it is given it leaves empty, for a test that these stay as they are can fail, too.
"""

from collections.abc import Callable
from typing import Any


def result() -> Any:
    """What every call gives: None, or with another line at the end of this file, an object of its own."""
    return None


class Member:
    """An attribute or a method of anything."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        for value in (*args, *kwargs.values()):
            if isinstance(value, list | dict | set):
                value.clear()
        return result()

    def __bool__(self) -> bool:
        return result() is not None


class Empty(type):
    """A class of which every attribute exists; an exception, for it may be one that tests wait for."""

    def __getattr__(cls, name: str) -> Any:
        return _member(name)


def _member(name: str) -> Member:
    if name.startswith("__"):
        raise AttributeError(name)
    return Member()


def __getattr__(name: str) -> Any:
    if not name[:1].isupper() or name.isupper():
        return _member(name)
    methods: dict[str, Callable[..., Any]] = {
        "__init__": lambda self, *args, **kwargs: None,
        "__getattr__": lambda self, name: _member(name),
    }
    return Empty(name, (Exception,), methods)
