"""Tests that would pass whatever a program does: they are dropped and named, or asked for again."""

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
NOTHING_IMPLEMENTED = "passes even when nothing is implemented"
WORTHLESS = {
    "asserts nothing": ("double(3)", "compares nothing"),
    "asserts what is always so": ("double(3)\n    assert True", "compares nothing"),
    "looks only whether it is there": ("assert callable(double)", NOTHING_IMPLEMENTED),
    "looks only what it is": ("assert isinstance(double(3), object)", NOTHING_IMPLEMENTED),
    "catches everything": (
        "try:\n        assert double(3) == 6\n    except:\n        pass",
        "compares nothing",
    ),
    "catches everything and more": (
        "try:\n        result = double(3)\n    except Exception:\n        result = None\n    assert result == result",
        NOTHING_IMPLEMENTED,
    ),
    "leaves before it compares": ("if double(3) != 6:\n        return\n    assert double(3) == 6", NOTHING_IMPLEMENTED),
    "compares a thing with itself": ("result = double(3)\n    assert result == result", NOTHING_IMPLEMENTED),
    "compares what it made itself": ("double(3)\n    assert 2 * 3 == 6", NOTHING_IMPLEMENTED),
    "tests a copy of its own": (
        "def double(value):\n        return value * 2\n    assert double(3) == 6",
        NOTHING_IMPLEMENTED,
    ),
    "tests a short copy of its own": (
        "double = lambda value: value * 2\n    assert double(3) == 6",
        NOTHING_IMPLEMENTED,
    ),
    "tests a mock": (
        (
            "from unittest.mock import patch\n    with patch('solution.double', return_value=6):\n"
            "        assert solution.double(3) == 6"
        ),
        NOTHING_IMPLEMENTED,
    ),
    "tests a mock by name": (
        (
            "from unittest.mock import Mock\n    double = Mock(return_value=6)\n    assert double(3) == 6\n"
            "    double.assert_called_once_with(3)"
        ),
        NOTHING_IMPLEMENTED,
    ),
    "loops over nothing": ("for value in []:\n        assert double(value) == 0", NOTHING_IMPLEMENTED),
    "skips": ("pytest.skip('later')\n    assert double(3) == 6", "can be skipped"),
}


@pytest.mark.parametrize("kind", WORTHLESS)
def test_a_worthless_test_among_others_is_dropped_and_named(kind: str, sandbox: Sandbox) -> None:
    body, reason = WORTHLESS[kind]
    report = play(WRONG, f"{GOOD}\n\ndef test_worthless():\n    {body}\n", sandbox)
    assert [(test.name, reason in test.reason) for test in report.dropped] == [("test_worthless", True)]
    assert [test.name for test in report.tests] == ["test_two"]
    assert "test_worthless" not in report.test_code


def test_a_test_by_monkeypatch_and_a_method_are_dropped(sandbox: Sandbox) -> None:
    tests = f"""{GOOD}

def test_patched(monkeypatch):
    monkeypatch.setattr(solution, "double", lambda value: 6)
    assert solution.double(3) == 6


class TestMore:
    def test_five(self):
        assert double(5) == 10

    def test_none(self):
        assert double is not None
"""
    report = play(WRONG, tests, sandbox)
    assert [test.name for test in report.dropped] == ["test_patched", "TestMore::test_none"]
    assert [test.name for test in report.tests] == ["test_two", "TestMore::test_five"]
    assert report.attempts[0].passed == 0


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
    assert [test.name for test in report.tests] == ["test_two"]


def test_a_model_that_writes_only_worthless_tests_is_told_so_and_given_up(sandbox: Sandbox) -> None:
    worthless = "from solution import double\n\n\ndef test_a():\n    assert callable(double)\n"
    report = play(HONEST, worthless, sandbox, worthless, worthless)
    assert report.status == "error"
    assert "asked 3 times to write the tests" in report.reason
    assert "pass even when nothing is implemented (test_a)" in report.reason


HONEST_TESTS = {
    "the same each time": "assert double(3) == double(3)",
    "different": "assert double(3) != double(4)",
    "truth": "assert double(3)",
    "falsehood": "assert not double(0)",
    "nothing": "assert double(None) is None",
    "an error": "with pytest.raises(TypeError):\n        double(None)",
    "what it is given stays as it is": "values = [1, 2]\n    double(values)\n    assert values == [1, 2]",
    "its own kind of error": "with pytest.raises(solution.TooLarge):\n        double(10**9)",
    "an object": "box = solution.Box()\n    box.put(3)\n    assert box.count == 1",
    "a constant": "assert solution.LIMIT > 3",
}


@pytest.mark.parametrize("kind", HONEST_TESTS)
def test_a_test_that_can_fail_is_kept(kind: str, sandbox: Sandbox) -> None:
    report = play(WRONG, f"{GOOD}\n\ndef test_other():\n    {HONEST_TESTS[kind]}\n", sandbox)
    assert report.dropped == ()
    assert len(report.tests) == 2


def test_a_users_example_is_never_dropped(sandbox: Sandbox) -> None:
    report = play(WRONG, GOOD, sandbox, examples=("callable(double)",))
    assert [test.source for test in report.tests] == ["model", "user"]
    assert report.dropped == ()


def test_a_file_that_can_not_be_loaded_is_asked_for_again(sandbox: Sandbox) -> None:
    broken = f"from math import no_such_thing\n{GOOD}"
    report = play(HONEST, broken, sandbox, GOOD)
    assert report.status == "verified"
