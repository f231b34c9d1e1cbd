"""Decorators that look at what they wrap."""

import functools
import inspect


def curry(function):
    wanted = function.__code__.co_argcount

    @functools.wraps(function)
    def curried(*arguments):
        if len(arguments) >= wanted:
            return function(*arguments)
        return lambda *more: curried(*arguments, *more)

    return curried


def names_of(function):
    return list(inspect.signature(function).parameters)


def source_of(value):
    return inspect.getdoc(value) or ""


# --- its tests ---
from solution import curry, names_of, source_of


def test_curries():
    @curry
    def add(a, b, c):
        """Adds."""
        return a + b + c

    assert add(1)(2)(3) == add(1, 2)(3) == 6
    assert add.__name__ == "add"
    assert source_of(add) == "Adds."


def test_names():
    assert names_of(lambda x, y: 0) == ["x", "y"]
