"""Tests judged apart from the program: what is natural goes across as it is, and what lies or reaches over doesn't."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest

from cancel import Cancel
from languages.base import TEST_LIMITS
from languages.python.candidates import program, suite
from languages.python.testing import TestReport, apart_job, reports_of
from sandbox.base import Sandbox
from tests.conformance.sandbox_helpers import BUBBLEWRAP, DOCKER, EVERY, opened

NATURAL = """
import collections, contextlib, dataclasses, datetime, decimal, enum, functools, pathlib, warnings


class Color(enum.Enum):
    RED = "r"
    BLUE = "b"


class TooMuch(ValueError):
    def __init__(self, text, amount):
        super().__init__(text)
        self.amount = amount


@dataclasses.dataclass(order=True)
class Point:
    x: int
    y: int = 0

    def moved(self, by):
        return Point(self.x + by, self.y)


Size = collections.namedtuple("Size", "width height")


class Stack:
    made = 0

    def __init__(self, items=()):
        self.items = list(items)
        Stack.made += 1

    def __len__(self):
        return len(self.items)

    def __iter__(self):
        return iter(self.items)

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        self.items.clear()

    def push(self, item):
        self.items.append(item)

    @property
    def top(self):
        return self.items[-1]


class Names(list):
    def joined(self):
        return "-".join(self)


def fill(target, known):
    target.append(len(target))
    known["seen"] = target
    return target


def numbers(to):
    got = yield 0
    for number in range(1, to):
        got = yield number if got is None else got
    return "end"


def spend(amount):
    if amount > 10:
        raise TooMuch(f"{amount} is too much", amount)
    return decimal.Decimal(amount) / 3


def each(function, values):
    return [function(value) for value in values]


def adder(by):
    return lambda value: value + by


@functools.lru_cache
def slow(number):
    print("worked out", number)
    return number, {number}, float("nan"), 2 ** 70, b"x", datetime.date(2024, 2, 29), pathlib.Path("a/b")


def old():
    warnings.warn("use new", DeprecationWarning)


def lines(path):
    return path.read_text().splitlines()


@contextlib.contextmanager
def opened():
    yield Names(["a", "b"])
"""
OF_NATURAL = """
import copy
import datetime
import math
from decimal import Decimal
from pathlib import Path

import pytest
import solution
from solution import Color, Point, Size, Stack, TooMuch, adder, each, fill, lines, numbers, old, opened, slow, spend


def test_values(capsys):
    number, found, nothing, large, data, day, path = slow(3)
    assert (number, found, large, data, path) == (3, {3}, 2**70, b"x", Path("a/b"))
    assert math.isnan(nothing) and day + datetime.timedelta(1) == datetime.date(2024, 3, 1)
    slow(3)
    assert capsys.readouterr().out == "worked out 3\\n"
    assert spend(9) == Decimal(3)


def test_what_is_handed_over_is_the_same_thing():
    values, known = [7], {}
    assert fill(values, known) is values
    assert values == [7, 1] and known["seen"] is values
    stack = Stack()
    stack.items.append(4)
    stack.push(5)
    assert stack.top == 5 and list(stack) == [4, 5] and len(stack) == 2
    with stack:
        assert len(stack) == 2
    assert not stack.items


def test_classes():
    assert Point(1) == Point(1, 0) and Point(1) < Point(2) and Point(1).moved(2).x == 3
    assert Point(1) != Point(2) and isinstance(Point(1), Point) and copy.copy is not None
    assert Size(1, 2) == (1, 2) and Size(1, 2).height == 2
    assert Color("r") is Color.RED and Color.RED.value == "r" and len(list(Color)) == 2
    before = Stack.made
    Stack()
    assert Stack.made == before + 1
    assert {Color.RED: 1}[Color.RED] == 1


def test_functions_and_generators():
    assert each(lambda value: value * 2, [1, 2]) == [2, 4]
    assert adder(2)(3) == 5
    assert list(numbers(3)) == [0, 1, 2]
    going = numbers(3)
    assert next(going) == 0 and going.send(8) == 8
    with opened() as names:
        assert names == ["a", "b"] and names.joined() == "a-b"


def test_errors_and_warnings():
    with pytest.raises(TooMuch, match="11 is too much") as caught:
        spend(11)
    assert caught.value.amount == 11 and isinstance(caught.value, ValueError)
    with pytest.raises(TypeError):
        spend("a")
    with pytest.warns(DeprecationWarning, match="use new"):
        old()


def test_files(tmp_path):
    (tmp_path / "a.txt").write_text("one\\ntwo")
    assert lines(tmp_path / "a.txt") == ["one", "two"]
    with pytest.raises(FileNotFoundError, match="missing.txt"):
        lines(tmp_path / "missing.txt")


def test_replaced(monkeypatch):
    monkeypatch.setattr("builtins.input", lambda: "x")
"""
REACHING = """
import gc, os, pathlib, sys


class Whole(int):
    __eq__ = lambda self, other: True
    __hash__ = int.__hash__


def lying():
    return Whole(1)


def reached():
    found = []
    for name in os.listdir():
        if name.startswith("test_") and pathlib.Path(name).read_text():
            found.append(name)
    for part in ("mem", "environ", "fd/0"):
        try:
            with open(f"/proc/{os.getppid()}/{part}", "rb") as file:
                file.read(1)
            found.append(part)
        except OSError:
            pass
    found += [one.__name__ for one in gc.get_objects() if callable(one) and "test_r" in getattr(one, "__name__", "")]
    return found + [name for name in sys.modules if name.startswith("test_")]


class Itself:
    __eq__ = __contains__ = lambda self, other: True
    __call__ = __add__ = lambda self, *_: self
    __rsub__ = __sub__ = lambda self, other: 0.0


class Balance:
    def __init__(self):
        self.value = Itself()


class Swallowing:
    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        return True


class Listed(type):
    __contains__ = lambda self, other: True


class Everything(metaclass=Listed):
    pass


class Nearly(float):
    __sub__ = __rsub__ = lambda self, other: 0.0


def itself():
    return Itself()


def everything():
    return Everything


def nearly():
    return Nearly(1)


again, made = Itself(), Itself


def skipping():
    import unittest
    raise unittest.SkipTest


def stack():
    frame, found = sys._getframe(), []
    while frame := frame.f_back:
        found += [name for name in frame.f_locals if name in ("task", "begun", "known", "secrets")]
    return found


def overwritten():
    folders = [os.getcwd(), os.environ["TMPDIR"], os.path.dirname(os.environ["TMPDIR"])]
    for folder in folders:
        for name in ("getpass.py", "termios.py", "__init__.py", *os.listdir(folder)):
            if name.endswith(".py") and name != "solution.py":
                with open(os.path.join(folder, name), "a") as file:
                    file.write("\\nimport os\\nos._exit(0)\\n")


def gone():
    os._exit(0)
"""
OF_REACHING = """
import pytest
from solution import Balance, Swallowing, again, everything, gone, itself, lying, made, nearly, overwritten, reached
from solution import skipping, stack


def test_lies():
    assert lying() == 2


def test_reaches():
    assert reached() == []


def test_says_itself():
    assert itself() == 3


def test_is_near():
    assert abs(itself() - 3) < 0.1


def test_is_found():
    assert "x" in everything()


def test_has():
    assert Balance().value == 3


def test_is_again():
    assert again(3) == 3


def test_is_made():
    assert made() == 3


def test_swallows():
    with Swallowing():
        assert lying() == 2


def test_is_nearly():
    assert nearly() == pytest.approx(3)


def test_skips():
    skipping()


def test_stack():
    assert stack() == []


def test_writes(tmp_path):
    overwritten()


def test_is_gone():
    gone()


def test_is_gone_for_good():
    assert lying() == 1
"""


@pytest.fixture(scope="module", params=EVERY)
def sandbox(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    with closing(opened(request.param)) as sandbox:
        yield sandbox


def judged(source: str, tests: str, sandbox: Sandbox) -> dict[str, TestReport]:
    result = sandbox.run(apart_job(program(source), suite(tests, ()), TEST_LIMITS), Cancel())
    return {report.node_id.rpartition("::")[2]: report for report in reports_of(result) or ()}


def test_what_is_natural_goes_across_as_it_is(sandbox: Sandbox) -> None:
    reports = judged(NATURAL, OF_NATURAL, sandbox)
    said = {name: report.message for name, report in reports.items() if report.outcome != "passed"}
    assert said == {"test_replaced": "it replaces something (`monkeypatch`)."}
    assert len(reports) == 7


@pytest.mark.parametrize("sandbox", [DOCKER, BUBBLEWRAP], indirect=True)  # a plain process can do what its user can
def test_what_lies_or_reaches_over_gains_nothing(sandbox: Sandbox) -> None:
    reports = judged(REACHING, OF_REACHING, sandbox)
    assert {name: report.outcome for name, report in reports.items()} == {
        **dict.fromkeys(("test_reaches", "test_stack", "test_writes"), "passed"),
        **dict.fromkeys(("test_says_itself", "test_is_near", "test_is_found", "test_has"), "skipped"),
        **dict.fromkeys(("test_is_again", "test_is_made", "test_swallows", "test_is_gone_for_good"), "skipped"),
        **dict.fromkeys(("test_lies", "test_is_nearly", "test_skips", "test_is_gone"), "failed"),
    }
    assert "assert 1 == 2" in reports["test_lies"].message
    assert "what is equal to a Itself" in reports["test_says_itself"].message
    assert "ended the process" in reports["test_is_gone"].message
