"""What pytest says of failed tests, as `runner/report.py` sends it, is said in words."""

from __future__ import annotations

import pytest

from languages.failures import UNKNOWN, Failure
from languages.python.failing import failure_of

CALLED = """test_solution.py:6: in test_add
    assert add(1, 2) == 3
E   assert -1 == 3
E    +  where -1 = add(1, 2)"""
STARTED = """test_solution.py:35: in test_start
    assert "Hello, Ann!" in run.text
E   AssertionError: assert 'Hello, Ann!' in 'Your name: Hello A\\n'

The program showed:
Your name: Hello A
It wrote: out.csv"""
BROKE = """test_solution.py:21: in test_crash
    assert check(3) == 1
solution.py:7: in check
    raise ValueError("bad")
E   ValueError: bad"""


@pytest.mark.parametrize(
    ("message", "failure"),
    [
        (CALLED, Failure("add(1, 2)", "3", "-1")),
        (STARTED, Failure("", "'Hello, Ann!'", "", part=True, shown="Your name: Hello A")),
        (BROKE, Failure(error="ValueError: bad (line 7)", cause="ValueError in line 7")),
        ("E   Failed: DID NOT RAISE ValueError", Failure("", "an error (ValueError)", "no error")),
        ("E   assert 0.2 == 0.3 ± 3.0e-07", Failure("", "0.3", "0.2")),
        ("E   AssertionError: assert Decimal('0.1') == Decimal('0.2')", Failure("", "0.2", "0.1")),
        ("E   AssertionError: assert 'a == b' == 'c'", Failure("", "'c'", "'a == b'")),
        ("E   assert ['a', 'c...'e', ...] == ['b', 'c...'e']", Failure("", "['b', 'c...'e']", "['a', 'c...'e', ...]")),
        ("E   assert ['a', (1, 2)] == []", Failure("", "nothing: an empty list", "“a”, (1, 2)")),
        ("E   AssertionError: assert 'x' not in 'xy'", UNKNOWN),
        ("E   assert not ['a']\nE    +  where ['a'] = words('a')", Failure("words('a')")),
        ("This test was not run.", UNKNOWN),
        ("", UNKNOWN),
    ],
)  # fmt: skip
def test_what_was_expected_and_what_came(message: str, failure: Failure) -> None:
    assert failure_of(message) == failure


def test_what_is_long_is_cut() -> None:
    assert len(failure_of(f"E   assert '{'x' * 4000}' == 'y'").came) < 400
