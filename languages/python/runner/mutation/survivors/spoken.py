"""Values as source that a test can use, and as texts to compare. Also runs inside the sandbox."""

import dataclasses
import datetime
import decimal
import enum
import fractions
import itertools
import math
import pathlib
import re
from collections.abc import Collection, Iterable, Iterator, Reversible
from typing import Any

MOST = 4_000
"""Characters: a longer value is no input that anybody would look at."""
DIGITS = 12  # significant ones of a float; how numbers are added up may change those after them
DEPTH = 8
ITEMS = 2_000  # of a collection that are told
ENDS = 4  # as many at its beginning and at its end, where it is told again and again
MOST_BYTES = 40
"""As many that are no letters, as in `\\x80`: nobody can say what is in a workbook or a picture by its bytes."""
PDF = ("%PDF-", "stream")  # packed in letters, so nobody can read it either; one with nothing packed says little
MODULES = ("datetime", "decimal", "fractions", "pathlib")
PLAIN = (list, tuple, dict, set, frozenset)
_WITH_REPR = (datetime.date, datetime.time, datetime.timedelta, datetime.timezone)
_ADDRESS = re.compile(r" at 0x[0-9a-f]+")


class Unspeakable(ValueError):
    """A value that can't be written down as source."""


def is_readable(source: str) -> bool:
    """Whether somebody who reads an input can say what is in it."""
    return source.count("\\x") <= MOST_BYTES and not all(part in source for part in PDF)


def source_of(value: Any, module: str = "solution") -> str:
    """The value as an expression, which may use `MODULES` and what `module` defines. Raises `Unspeakable`."""
    kind = type(value)
    if value is None or kind in (bool, int, str, bytes):
        return repr(value)
    if kind is float:
        return repr(value) if math.isfinite(value) else f"float({str(value)!r})"
    if kind in (list, tuple, set, frozenset):
        return _collection(value, module)
    if kind is dict:
        return "{" + ", ".join(f"{source_of(k, module)}: {source_of(v, module)}" for k, v in value.items()) + "}"
    if kind in _WITH_REPR:
        return repr(value)
    if kind is decimal.Decimal or kind is fractions.Fraction:
        return f"{kind.__module__}.{kind.__name__}({str(value)!r})"
    if isinstance(value, pathlib.PurePath):
        return f"pathlib.Path({str(value)!r})"
    return _of_the_program(value, module)


def _collection(value: Any, module: str) -> str:
    items = [source_of(item, module) for item in (sorted(value, key=repr) if isinstance(value, set) else value)]
    match value:
        case list():
            return f"[{', '.join(items)}]"
        case tuple():
            return f"({', '.join(items)}{',' if len(items) == 1 else ''})"
        case set():
            return f"{{{', '.join(items)}}}" if items else "set()"
    return f"frozenset([{', '.join(items)}])"


def _of_the_program(value: Any, module: str) -> str:
    kind = type(value)
    name = kind.__qualname__
    if kind.__module__ != module or not name.isidentifier() or name.startswith("_"):
        raise Unspeakable(name)
    if isinstance(value, enum.Enum):
        return f"{name}.{value.name}"
    if dataclasses.is_dataclass(value):
        fields = [field.name for field in dataclasses.fields(value) if field.init]
    elif isinstance(value, tuple) and hasattr(value, "_fields"):
        fields = list(value._fields)
    else:
        raise Unspeakable(name)
    return f"{name}({', '.join(f'{field}={source_of(getattr(value, field), module)}' for field in fields)})"


def told(value: Any, depth: int = DEPTH, aloof: bool = False) -> str:
    """The value as a text that is equal for equal values, wherever they lie in memory; for any value, however odd.

    `aloof` runs nothing of the program and uses up no iterator.
    """
    kind = type(value)
    if kind is float:
        return repr(float(f"{value:.{DIGITS}g}"))
    if value is None or kind in (bool, int, str, bytes, complex):
        return repr(value)
    if depth == 0:
        return "…"
    name = "" if kind in PLAIN else kind.__name__
    if kind in PLAIN or (isinstance(value, PLAIN) and not aloof):
        return name + _of_many(value, depth - 1, aloof)
    if isinstance(value, Iterator):
        return kind.__name__ if aloof else f"{kind.__name__}[{', '.join(_some(value, depth - 1, aloof))}]"
    inside = getattr(value, "__dict__", None) if kind.__module__ != "builtins" else None
    if inside and (aloof or "__repr__" not in vars(kind)):
        return f"{kind.__name__}({told(dict(inside), depth - 1, aloof)})"
    return kind.__name__ if aloof and kind.__module__ not in MODULES else _ADDRESS.sub("", repr(value))


def _of_many(values: Any, depth: int, aloof: bool) -> str:
    match values:
        case dict():
            return f"{{{', '.join(_pair(one, depth, aloof) for one in _first(values.items(), aloof))}}}"
        case set() | frozenset():
            return f"{{{', '.join(sorted(_some(values, depth, aloof)))}}}" if values else "set()"
        case list():
            return f"[{', '.join(_some(values, depth, aloof))}]"
    return f"({', '.join(_some(values, depth, aloof))}{',' * (len(values) == 1)})"


def _pair(pair: Any, depth: int, aloof: bool) -> str:
    """Of a dict; or how many it has."""
    return ": ".join(told(one, depth, aloof) for one in pair) if isinstance(pair, tuple) else str(pair)


def _some(values: Any, depth: int, aloof: bool) -> list[str]:
    return [told(item, depth, aloof) for item in _first(values, aloof)]


def _first(values: Collection[Any], aloof: bool) -> Iterable[Any]:
    if not aloof or len(values) <= 2 * ENDS:
        return itertools.islice(values, ITEMS)
    last = itertools.islice(reversed(values), ENDS) if isinstance(values, Reversible) else ()
    return [len(values), *itertools.islice(values, ENDS), *last]
