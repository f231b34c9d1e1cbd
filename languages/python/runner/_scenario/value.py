"""A value that is shown: text, with which a test reckons as with the number, amount, date or time that stands in it."""

from __future__ import annotations

import operator
from collections.abc import Callable
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any

from .readings import dates, numbers, times

Reckoned = Callable[[Any, Any], Any]


class Value(str):
    """Text as it is shown, which equals the number, amount, date or time that stands in it, if that is the only one."""

    __hash__ = str.__hash__

    def __eq__(self, other: object) -> bool:
        match other:
            case str():
                return self.split() == other.split()
            case bool():
                return False
            case int() | float() | Decimal():
                return Decimal(str(other)) in numbers(self)
            case datetime():
                return other.date() in dates(self) and other.time() in times(self)
            case date():
                return other in dates(self)
            case time():
                return other in times(self)
            case _ if hasattr(other, "expected"):  # pytest's approx
                return any(float(one) == other for one in numbers(self))
        return NotImplemented

    def __ne__(self, other: object) -> bool:
        return not self == other

    @property
    def number(self) -> Decimal:
        """The one number; where it can be read in two ways, as 1,250, the larger. Raises `TypeError` where none is."""
        if not (found := numbers(self)):
            raise TypeError(f"{str(self)!r} isn't one number")
        return max(found, key=abs)

    @property
    def moment(self) -> date | time:
        """The one date or time; where a date can be read in two ways, that which begins with the day. Raises
        `TypeError` where there is none."""
        found: list[date | time] = [*dates(self), *times(self)]
        if not found:
            raise TypeError(f"{str(self)!r} isn't one date or time")
        return found[0]

    def __getattr__(self, name: str) -> Any:
        """What the number or date has, as `quantize` or `year`."""
        for kind, meant in ((Decimal, "number"), (date, "moment"), (time, "moment")):
            if hasattr(kind, name) and not name.startswith("_"):
                return getattr(getattr(self, meant), name)
        raise AttributeError(f"{str(self)!r} has no {name}")

    def __abs__(self) -> Decimal:
        return abs(self.number)

    def __neg__(self) -> Decimal:
        return -self.number

    def __pos__(self) -> Decimal:
        return +self.number

    def __int__(self) -> int:
        return int(self.number)

    def __float__(self) -> float:
        return float(self.number)

    def __round__(self, places: int | None = None) -> Any:
        return round(self.number, places)


def _meant(value: Value, other: object) -> Any:
    """What a test reckons with: as the other one is a number or a date, it is one as well; else the text."""
    if isinstance(other, Value):
        return value.number if numbers(value) and numbers(other) else str(value)
    if isinstance(other, int | float | Decimal):
        return value.number
    return value.moment if isinstance(other, date | time) else str(value)


def _plain(other: object) -> Any:
    """With what a number can be reckoned: a float as it is written."""
    if isinstance(other, Value):
        return other.number if numbers(other) else str(other)
    return Decimal(str(other)) if isinstance(other, float) else other


def _forth(reckon: Reckoned) -> Reckoned:
    return lambda value, other: reckon(_meant(value, other), _plain(other))


def _back(reckon: Reckoned) -> Reckoned:
    return lambda value, other: reckon(_plain(other), _meant(value, other))


for _name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "lt", "le", "gt", "ge"):
    setattr(Value, f"__{_name}__", _forth(getattr(operator, _name)))
for _name in ("add", "sub", "mul", "truediv", "floordiv"):
    setattr(Value, f"__r{_name}__", _back(getattr(operator, _name)))
