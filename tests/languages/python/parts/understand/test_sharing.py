from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from languages.python.parts.understand.sharing import shared_out


@pytest.mark.parametrize(
    ("total", "shares", "places", "parts"),
    [
        ("100", [1, 1, 1], 2, ["33.34", "33.33", "33.33"]),
        ("-100", [1, 1, 1], 2, ["-33.34", "-33.33", "-33.33"]),
        ("0.05", [1, 1], 2, ["0.03", "0.02"]),
        ("10", [2, 1, 0], 2, ["6.67", "3.33", "0.00"]),
        ("1", [Decimal("0.5"), Decimal("0.25"), Decimal("0.25")], 2, ["0.50", "0.25", "0.25"]),
        ("10", [1, 5, 1], 0, ["2", "7", "1"]),
        ("7", [1, 2], 0, ["2", "5"]),
        ("1.000", [1, 1, 1], 3, ["0.334", "0.333", "0.333"]),
        ("0", [1, 2], 2, ["0.00", "0.00"]),
    ],
)
def test_shared_out(total: str, shares: list[Decimal | int], places: int, parts: list[str]) -> None:
    assert [str(part) for part in shared_out(Decimal(total), shares, places)] == parts


def test_two_places_unless_others_are_asked_for() -> None:
    assert shared_out(1, [1, 2]) == [Decimal("0.33"), Decimal("0.67")]


@given(
    st.decimals(min_value=-(10**9), max_value=10**9, places=2),
    st.lists(st.integers(0, 1000), min_size=1, max_size=12).filter(any),
)
def test_parts_add_up_and_are_off_by_less_than_one_cent(total: Decimal, shares: list[Decimal | int]) -> None:
    parts = shared_out(total, shares)
    assert sum(parts) == total
    for part, share in zip(parts, shares, strict=True):
        assert abs(Fraction(part) - Fraction(total) * Fraction(share) / sum(map(Fraction, shares))) < Fraction(1, 100)


@pytest.mark.parametrize("shares", [[], [0, 0], [2, -1]])
def test_nothing_to_share_by(shares: list[Decimal | int]) -> None:
    with pytest.raises(ValueError) as caught:
        shared_out(Decimal(5), shares)
    assert str(caught.value) == "There are no shares by which 5 could be divided."


def test_total_that_is_too_fine() -> None:
    with pytest.raises(ValueError) as caught:
        shared_out(Decimal("0.125"), [1, 1])
    assert str(caught.value) == "0.125 has more than 2 decimal places."
