"""Uses what itself looks at frames: enums, named tuples, typing, dataclasses that are made as it runs."""

import enum
import typing
from collections import namedtuple
from dataclasses import make_dataclass

Colour = enum.Enum("Colour", "RED GREEN")
Point = namedtuple("Point", ["x", "y"])
T = typing.TypeVar("T")


class Segment(typing.NamedTuple):
    start: Point
    end: Point


class Stack(typing.Generic[T]):
    def __init__(self) -> None:
        self._items: list[T] = []

    def push(self, item: T) -> None:
        self._items.append(item)

    def __contains__(self, item: object) -> bool:
        return item in self._items

    def __bool__(self) -> bool:
        return bool(self._items)


Pair = make_dataclass("Pair", ["first", "second"])


class Infinity:
    """More than anything."""

    def __lt__(self, other):
        return False

    def __gt__(self, other):
        return True


# --- its tests ---
from solution import Colour, Infinity, Pair, Point, Segment, Stack


def test_enum():
    assert Colour.RED is Colour["RED"]
    assert [one.name for one in Colour] == ["RED", "GREEN"]


def test_tuples():
    assert Segment(Point(0, 1), Point(2, 3)).end.x == 2
    assert Segment(Point(0, 1), Point(2, 3))[0] == (0, 1)


def test_stack():
    stack = Stack()
    assert not stack
    stack.push("a")
    assert stack and "a" in stack
    assert "b" not in stack


def test_pair():
    assert Pair(1, 2) == Pair(1, 2)
    assert Pair(1, 2) != Pair(2, 1)


def test_infinity():
    assert Infinity() > 10**100
    assert not Infinity() < 3
