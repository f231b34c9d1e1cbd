"""Tests that would pass whatever a program does, in whole runs: they are dropped and named, or asked for again."""

from __future__ import annotations

import pytest

from sandbox.base import Sandbox
from tests.cheats.runs import play
from tests.cheats.test_cheats import HONEST

pytestmark = pytest.mark.docker

GOOD = '''import pytest
import solution
from solution import double


def test_two():
    """Twice two is four."""
    assert double(2) == 4
    assert double(0) == 0
'''
WRONG = "def double(value):\n    return None\n"
WORTHLESS = """

def test_nothing():
    double(3)


def test_skipped():
    pytest.skip("later")
    assert double(3) == 6


def test_patched(monkeypatch):
    monkeypatch.setattr(solution, "double", lambda value: 6)
    assert solution.double(3) == 6


class TestMore:
    def test_five(self):
        assert double(5) == 10

    def test_none(self):
        assert double is not None
"""


def test_worthless_tests_among_others_are_dropped_and_named(sandbox: Sandbox) -> None:
    report = play(WRONG, f"{GOOD}{WORTHLESS}", sandbox, examples=("callable(double)",))
    passes = "It passes even when nothing is implemented"
    reasons = {test.name: test.reason.partition(",")[0] for test in report.suite.dropped}
    assert {name for name, reason in reasons.items() if reason == passes} == {
        "test_nothing",
        "test_patched",
        "TestMore::test_none",
    }
    assert "can be skipped" in reasons["test_skipped"]
    assert [test.name for test in report.suite.tests] == ["test_two", "TestMore::test_five", "test_user_example_1"]
    sources = [test.source for test in report.suite.tests]
    assert sources == ["model", "model", "user"], "a user's example is never dropped"
    assert not any(name.rpartition("::")[2] in report.suite.source for name in reasons)
    assert report.attempts[0].passed == 1


@pytest.mark.parametrize(
    "copy",
    [
        "double = lambda value: value * 2",
        "class Doubler:\n    def double(self, value):\n        return value * 2\n\n\ndouble = Doubler().double",
    ],
)
def test_a_file_that_tests_its_own_copy_is_asked_for_again(copy: str, sandbox: Sandbox) -> None:
    own = f"from solution import double\n\n{copy}\n\n\ndef test_three():\n    assert double(3) == 6\n"
    report = play(HONEST, own, sandbox, GOOD)
    assert report.status == "verified"
    assert [test.name for test in report.suite.tests] == ["test_two"]
