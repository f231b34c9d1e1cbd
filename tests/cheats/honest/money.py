"""A value with an `__eq__`, an order and a hash of its own."""

from dataclasses import dataclass
from functools import total_ordering


@total_ordering
class Money:
    def __init__(self, cents):
        self.cents = cents

    def __eq__(self, other):
        return self.cents == other.cents if isinstance(other, Money) else NotImplemented

    def __lt__(self, other):
        return self.cents < other.cents

    def __hash__(self):
        return hash(self.cents)

    def __add__(self, other):
        return Money(self.cents + other.cents)


@dataclass(frozen=True, order=True)
class Price:
    amount: Money
    label: str = ""


# --- its tests ---
import pytest

from solution import Money, Price


def test_adds():
    assert Money(1) + Money(2) == Money(3)
    assert Money(1) != Money(2)
    assert Money(1) != 1


def test_orders():
    assert Money(1) < Money(2) <= Money(2)
    assert sorted([Money(3), Money(1)]) == [Money(1), Money(3)]
    assert max([Price(Money(3)), Price(Money(4))]).amount.cents == 4


def test_counts_as_a_key():
    assert {Money(1): "a"}[Money(1)] == "a"
    assert Money(2) in {Money(1), Money(2)}


def test_is_frozen():
    with pytest.raises(AttributeError):
        Price(Money(1)).label = "x"
