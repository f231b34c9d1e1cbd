"""Dividing a total so that the parts add up to it."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

from languages.python.parts.telling import sentence
from languages.python.parts.understand.numbers import to_number


def shared_out(total: Decimal | int, shares: Sequence[Decimal | int], places: int = 2) -> list[Decimal]:
    """`total` divided in proportion to `shares` (such as [1, 1, 2]), rounded so that the parts add up to it exactly."""
    units = Fraction(to_number(total)) * 10**places
    weights = [Fraction(to_number(share)) for share in shares]
    if units.denominator != 1:
        raise ValueError(sentence("{total} has more than {places} decimal places.", total=total, places=places))
    if min(weights, default=0) < 0 or not sum(weights):
        raise ValueError(sentence("There are no shares by which {total} could be divided.", total=total))
    parts = _largest_remainders(abs(int(units)), weights)
    sign = -1 if units < 0 else 1
    return [Decimal(sign * part).scaleb(-places) for part in parts]


def _largest_remainders(units: int, weights: Sequence[Fraction]) -> list[int]:
    """Whole parts of `units`; what rounding down leaves goes to those that lost most, the first of equal ones."""
    exact = [units * weight / sum(weights) for weight in weights]
    parts = [int(part) for part in exact]
    by_loss = sorted(range(len(parts)), key=lambda place: parts[place] - exact[place])
    for place in by_loss[: units - sum(parts)]:
        parts[place] += 1
    return parts
