"""Which of the calls that a model thought of a program can take."""

from __future__ import annotations

import pytest

from languages.brief import Brief, Example
from languages.errors import NoUsableReply
from languages.python.fitting import fitting

BRIEF = Brief(
    "function",
    interface=("split(total, people=2, *, tip=0)", "def name(text: str) -> str:", "class Bill"),
    examples=(Example("split(Decimal('10'), 3)", "[]"), Example("two for ten", "5")),
)
SPLIT = "split(decimal.Decimal('9'), 4)"


@pytest.mark.parametrize(
    ("call", "fits"),
    [
        ("split(decimal.Decimal('0'))", True),
        ("split(decimal.Decimal('9'), people=4, tip=1)", True),
        ("split()", False),
        ("split(total=9, total_people=4)", False),
        ("split(9, 4, 1)", False),
        ("split(9, 4, people=1)", False),
        ("name('a')", True),
        ("name('a', 'b')", False),
        ("unknown(1)", True),
        ("bill = Bill()\nbill.pay(1, 2, 3)", True),
        ("program.start(typed=['a'])", True),
    ],
)
def test_calls_fit_the_parameters(call: str, fits: bool) -> None:
    assert fitting([SPLIT, call], BRIEF) == [SPLIT, call][: 1 + fits]


def test_of_a_function_that_is_never_given_what_an_example_gives_it_none_stays() -> None:
    assert fitting(["split([10, 20], 3)", "split('10')", "name('b')"], BRIEF) == ["name('b')"]
    with pytest.raises(NoUsableReply):
        fitting(["split([10, 20], 3)"], BRIEF)
    assert fitting(["split([10, 20], 3)"], None) == ["split([10, 20], 3)"]
