"""Tests that can't all hold are told apart from those that only look alike."""

from __future__ import annotations

import pytest

from languages.python.candidates import suite
from languages.python.contradictions import contradictions
from languages.types import Suite, TestCase

HEAD = "import pytest\nfrom decimal import Decimal\nfrom solution import Stock, add, rate, following\n\nTEN = 10\n\n\n"
ADDED = "a = Stock()\n    a.add(1)"
START = 'program.start(typed=["3"], files={"a.csv": "x;1"})'


def both(one: str, other: str, given: str = "") -> Suite:
    tests = (f"def test_{name}({given}):\n    {body}\n" for name, body in (("one", one), ("other", other)))
    return suite(HEAD + "\n\n".join(tests), [TestCase("test_one", ""), TestCase("test_other", "")])


@pytest.mark.parametrize(
    ("one", "other", "values"),
    [
        ("assert rate(10, 3) == 5", "assert rate( 10, 3 ) == 4, 'no'", ("5", "4")),
        ("assert 5 == rate(TEN)", "assert rate(10) == 4", ("5", "4")),
        ("got = rate(10)\n    assert got == 5", "assert rate(10) == 4", ("5", "4")),
        ("rows = [1]\n    assert rate(rows) == 5", "assert rate([1]) == 4", ("5", "4")),
        ("assert rate(1) == Decimal('19.50')", "assert rate(1) == 19.4", ("Decimal('19.5')", "Decimal('19.4')")),
        ("assert rate(1)", "assert not rate(1)", ("True", "False")),
        ("with pytest.raises(ValueError):\n        rate(0)", "assert rate(0) == 0", ("raises ValueError", "0")),
        ("for a, b in [(1, 5), (2, 6)]:\n        assert rate(a) == b", "assert rate(2) == 7", ("6", "7")),
        ("s = Stock()\n    s.add(1)\n    assert s.size == 1", f"{ADDED}\n    assert a.size == 2", ("1", "2")),
    ],
)  # fmt: skip
def test_what_says_two_things_of_the_very_same_contradicts_itself(
    one: str, other: str, values: tuple[str, ...]
) -> None:
    (found,) = contradictions(both(one, other))
    assert found.values == dict(zip(("test_one", "test_other"), values, strict=True))
    assert found.text.rstrip().endswith("== ANSWER_1")
    assert not [value for value in values if f"== {value}" in found.text]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("assert run.value('Total') == 5", "assert run.value('Total') == 6"),
        ("assert '24' in run.text", "assert '24' not in run.text"),
        ("assert run.files['a'] == 'x'", "assert run.files['a'] == 'y'"),
    ],
)
def test_starts_are_the_same_where_all_that_they_are_given_is(one: str, other: str) -> None:
    tests = both(f"run = {START}\n    {one}", f"seen = {START}\n    {other.replace('run.', 'seen.')}", "program")
    (found,) = contradictions(tests)
    assert "program.start(typed=['3'], files={'a.csv': 'x;1'})" in found.text
    another = both(f"run = {START}\n    {one}", f"run = {START.replace('x;1', 'x;2')}\n    {other}", "program")
    assert contradictions(another) == []
    again = both(f"run = {START}\n    {one}", f"run = {START}\n    run = {START}\n    {other}", "program")
    assert contradictions(again) == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("assert rate(1) == 5", "assert rate(1) == 5.0"),
        ("assert rate(1) == Decimal('0.5')", "assert rate(1) == 0.5"),
        ("assert rate(1) == 2 + 3", "assert rate(1) == 5"),
        ("assert rate(1) == set([5])", "assert rate(1) == {5}"),
        ("assert rate(1) == [0.1 , 0.30000000000000004]", "assert rate(1) == [0.1, 0.3]"),
        ("assert rate(1) == pytest.approx(5, abs=1)", "assert rate(1) == 5.5"),
        ("assert rate(1) == 'abc'", "assert rate(1)"),
        ("with pytest.raises(ValueError):\n        rate(0)", "with pytest.raises(Exception):\n        rate(0)"),
        ("add('a')\n    assert rate() == 1", "assert rate() == 0"),
        ("assert following() == 1\n    assert following() == 2", "assert following() == 1"),
        ("assert following() == 1\n    assert following() == 2", "assert following() == 3"),
        ("a = following()\n    b = following()\n    assert b == 2", "a = following()\n    assert a == 1"),
        (f"b = Stock()\n    {ADDED}\n    assert b.size == 0", f"{ADDED}\n    assert a.size == 1"),
        ("a = Stock()\n    assert a.size == 0\n    a.add(1)", "a = Stock()\n    a.add(1)\n    assert a.size == 1"),
        *(
            (one.format(5), one.format(7))
            for one in (
                "a = Stock()\n    assert a.take({0}) == {0}\n    assert a.size == {0}",
                "a = Stock()\n    assert a.take({0}) > 1\n    assert a.size == {0}",
                "a = Stock()\n    with pytest.raises(ValueError):\n        a.take({0})\n    assert a.size == {0}",
                "place = given / 'x'\n    assert add(place, {0}) == 1\n    assert rate(place) == {0}",
                "assert add({0}) == 1\n    assert following() == {0}",
                "one = add({0})\n    assert rate(1) == {0}",
                "assert given.start(typed=['{0}']).text == 'ok'\n    assert given.start().text == '{0}'",
            )
        ),
    ],
)  # fmt: skip
def test_what_can_both_hold_is_no_contradiction(one: str, other: str) -> None:
    assert contradictions(both(one, other, "given")) == []
