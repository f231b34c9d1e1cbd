"""Decimals in a context of their own, dates, seeded chance, and numbers that are nearly equal."""

import datetime
import decimal
import fractions
import locale
import math
import random

decimal.getcontext().prec = 6


def share(total, people):
    with decimal.localcontext() as context:
        context.rounding = decimal.ROUND_HALF_UP
        return (decimal.Decimal(total) / people).quantize(decimal.Decimal("0.01"))


def next_day(day):
    return day + datetime.timedelta(days=1)


def half(number):
    return fractions.Fraction(number, 2)


def area(radius):
    return math.pi * radius**2


def draw(seed):
    random.seed(seed)
    return [random.randint(1, 6) for _ in range(5)]


def with_points(number):
    locale.setlocale(locale.LC_ALL, "C")
    return f"{number:,}".replace(",", ".")


# --- its tests ---
import math
from datetime import date
from decimal import Decimal
from fractions import Fraction

import pytest

from solution import area, draw, half, next_day, share, with_points


@pytest.mark.parametrize(("total", "people", "expected"), [("10", 3, "3.33"), ("0.05", 2, "0.03")])
def test_shares(total, people, expected):
    assert share(total, people) == Decimal(expected)


def test_next_day():
    assert next_day(date(2024, 2, 28)) == date(2024, 2, 29)


def test_halves():
    assert half(3) == Fraction(3, 2)
    assert half(1) == pytest.approx(0.5)


def test_area():
    assert area(2) == pytest.approx(4 * math.pi)
    assert area(1) == pytest.approx(3.14, abs=0.01)
    assert abs(area(1) - math.pi) < 1e-9


def test_draws():
    assert draw(1) == draw(1)
    assert all(1 <= number <= 6 for number in draw(7))
    assert len(draw(3)) == 5


def test_points():
    assert with_points(1234567) == "1.234.567"
