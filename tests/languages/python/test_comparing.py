"""What two programs give, compared in the sandbox."""

from __future__ import annotations

import pytest

from cancel import Cancel
from languages.comparing import Compared
from languages.python.candidates import TESTS, program, suite
from languages.python.comparing import COMPARING
from languages.types import TestCase
from sandbox.base import Sandbox

CASES = [TestCase("test_f", "")]


def compared(sandbox: Sandbox, first: str, second: str, *calls: str) -> Compared | None:
    tests = "from solution import f\n\n\ndef test_f():\n" + "".join(f"    {call}\n" for call in calls)
    job = COMPARING.job(program(first), program(second), suite(tests, CASES))
    return COMPARING.read(sandbox.run(job, Cancel()))


def test_what_is_the_same_and_what_differs_is_counted_and_the_first_differences_are_told(sandbox: Sandbox) -> None:
    calls = ("f(3)", "f(20)", "f(-1)", "f(0)")
    found = compared(sandbox, "def f(a):\n    return a * 2", "def f(a):\n    return a + a if a < 9 else 0", *calls)
    assert found
    assert found.same > 20
    assert found.different > 20
    assert found.telling[0].source == "f(20)"
    assert found.telling[0].outcome == "40"


@pytest.mark.parametrize(
    ("call", "other", "beyond"),
    [
        ("f(3)", "a if a > 0 else 7", True),
        ("f(3); f(0); f(-2)", "a if a > 0 else 7", False),
        ("f([3, 4])", "a if len(set(a)) == len(a) else 7", True),
        ("f([3, 3])", "a if len(set(a)) == len(a) else 7", False),
        ("f([])", "a if a else 7", False),
        ("f([5])", "a if a else 7", True),
        ("f('ab')", "a if a == a.strip() and a else 7", True),
        ("f(' ab '); f('')", "a if a == a.strip() and a else 7", False),
        ("f(a='ab')", "a if a == a.lower() and a else 7", True),
        ("f(a='aB')", "a if a == a.lower() else 7", False),
        ("f(['ab'])", "a if a and all(len(b) for b in a) and len(set(a)) == len(a) else 7", True),
    ],
)
def test_where_they_differ_only_for_what_no_test_has_anything_like(
    sandbox: Sandbox, call: str, other: str, beyond: bool
) -> None:
    found = compared(sandbox, "def f(a): return a", f"def f(a): return {other}", *call.split("; "))
    assert found
    assert (found.different == 0, bool(found.beyond)) == (beyond, beyond) or (not beyond and found.different)


@pytest.mark.parametrize(
    ("first", "second", "differ"),
    [
        ("def f(a): return a + 10**9", "def f(a): return a + 10**9 + 1", True),
        ("def f(a): return a / 3", "def f(a): return a * (1 / 3)", False),
        ("def f(a): return 10**400 + a", "def f(a): return 10**400 - a + 1", True),
        ("def f(a): return [a]", "def f(a): return (a,)", True),
        ("def f(a): print(a)", "def f(a): print(a + 1)", True),
    ],
)
def test_values_are_the_same_as_tests_would_have_it(sandbox: Sandbox, first: str, second: str, differ: bool) -> None:
    found = compared(sandbox, first, second, "f(3)")
    assert found
    assert (found.different > 20, found.same > 20) == (differ, not differ)


@pytest.mark.parametrize(
    "program_text",
    ["async def f(a): return a", "def f(a): return lambda: a", "def f(a): open('x', 'w').write(str(a)) and None"],
)
def test_what_nobody_can_look_into_says_nothing(sandbox: Sandbox, program_text: str) -> None:
    found = compared(sandbox, program_text, program_text, "f(3)")
    assert found
    assert found.different == 0


def test_a_crash_where_the_other_gives_something_is_told(sandbox: Sandbox) -> None:
    found = compared(
        sandbox, "def f(a): return a[0]", "def f(a): return a[0] if a else None or 0", "f([3, 4])", "f([])"
    )
    assert found
    assert "raises IndexError" in [one.outcome for one in found.telling]


def test_a_comparison_that_breaks_finds_nothing(sandbox: Sandbox) -> None:
    assert (
        compared(sandbox, "import os, signal\nos.kill(os.getppid(), signal.SIGKILL)\n", "def f(a): return a", "f(3)")
        is None
    )
    stealing = "try:\n    from second import f\nexcept ImportError:\n    def f(a): return 0\n"
    found = compared(sandbox, stealing, "def f(a): return a * 2", "f(3)")
    assert found is None or found.different > 20


def test_an_outline_has_names_and_the_wording_of_errors_and_nothing_of_the_work() -> None:
    source = """import pytest
from solution import Stock


def test_f():
    with pytest.raises(ValueError, match='^No$'):
        Stock().put(-1)
"""
    stock = "class Stock:\n    def put(self, n: int) -> None:\n        self.n = n * 7\n"
    text = COMPARING.outline(program(stock), suite(source, CASES))
    assert text == "class Stock:\n\n    def put(self, n: int) -> None:\n        ...\n\n# raises ValueError: '^No$'"
    assert TESTS not in text
