"""Programs that try to pass without solving anything, through a whole run in a real sandbox: none is verified."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.report import Report
from sandbox.base import Sandbox
from tests.cheats.runs import play, solutions
from tests.fakes.quick_runs import only_checks

pytestmark = pytest.mark.docker

TESTS = '''import unittest

import pytest

from solution import double


def test_two():
    """Twice two is four."""
    assert double(2) == 4


def test_text():
    """Texts double, too."""
    assert double("ab") == "abab"


def test_nothing_is_an_error():
    """Nothing can't be doubled."""
    with pytest.raises(TypeError):
        double(None)


class TestThree(unittest.TestCase):
    def test_three(self):
        """Twice three is six."""
        self.assertEqual(double(3), 6)
'''
HONEST = "def double(value):\n    return value * 2\n"
APART = "Tests pass only where the program can touch them"
# Beside the program in one process, pytest says of its own; where a cheat gets past that, the tests fail apart from it.
BESIDE = ("came to no result", "It couldn't be tried", "No program was written that does all of it")
# An object of its own says that it is equal, which is the same apart.
OF_ITSELF = {
    "equal_by_a_metaclass",
    "patch_unittest",
    "equal_by_ordering",
    "equal_like_a_mock",
    "equal_to_everything",
    "equal_under_a_false_name",
}
EQUAL = "3 of 4 wrong expectations passed: the program answers equal to everything, reads its tests"


def named(report: Report) -> str:
    """Everything that the report says about why: the verdict's reason, and what the checks found."""
    found = [one for check in report.checks for one in (check.summary, *(found.message for found in check.findings))]
    return " ".join([report.reason, *found])


def test_the_honest_program_is_verified_by_the_same_tests(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    only_checks(monkeypatch, "integrity")
    report = play(HONEST, TESTS, sandbox)
    assert (report.status, report.suite.dropped) == ("verified", ())


@pytest.mark.parametrize("path", solutions("programs"), ids=lambda path: path.stem)
def test_a_cheat_is_not_verified_and_the_reason_is_named(
    path: Path, sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    only_checks(monkeypatch, "integrity")  # so that no other check keeps a cheat from being verified
    report = play(path.read_text(encoding="utf-8"), TESTS, sandbox)
    assert report.status in ("failed", "unverified")
    reasons = (EQUAL,) if path.stem in OF_ITSELF else (APART, *BESIDE)
    assert any(reason in named(report) for reason in reasons), named(report)
