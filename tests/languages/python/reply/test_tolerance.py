from __future__ import annotations

import pytest

from languages.python.reply.tolerance import with_tolerance


@pytest.mark.parametrize(
    ("line", "becomes"),
    [
        ("assert part(8.9) == 0.9", "assert part(8.9) == pytest.approx(0.9, rel=1e-09)"),
        ("assert -0.5 == part(1), 'half'", "assert pytest.approx(-0.5, rel=1e-09) == part(1), 'half'"),
        (
            "assert parts() == [1, 2.5]  # both",
            "assert parts() == [pytest.approx(1, rel=1e-09), pytest.approx(2.5, rel=1e-09)]  # both",
        ),
        ("assert part(2) == 2.0", "assert part(2) == 2.0"),
        ("assert parts() == [1, 'a', 2.5]", "assert parts() == [1, 'a', 2.5]"),
        ("assert 0.5 == 0.5", "assert 0.5 == 0.5"),
        ("assert part(1) < 0.5", "assert part(1) < 0.5"),
        ("assert part(1) == pytest.approx(0.5)", "assert part(1) == pytest.approx(0.5)"),
        ("value = part(1) == 0.5", "value = part(1) == 0.5"),
    ],
)
def test_floats_are_compared_as_right_programs_can_meet(line: str, becomes: str) -> None:
    assert with_tolerance(f"def test_it():\n    {line}\n") == f"def test_it():\n    {becomes}\n"


@pytest.mark.parametrize(
    ("given", "expected", "passes"),
    [
        (0.1 + 0.2, "0.3", True),
        (100_000.51, "100_000.52", False),
        (3.141593, "3.141592653589793", False),
        ([0.1 + 0.2, 1], "[0.3, 1]", True),
        ((0.3, 1), "[0.3, 1]", False),
        ({0.3: 1, 1: 2}, "[0.3, 1]", False),
    ],
)
def test_nothing_but_the_last_digits_may_differ(given: object, expected: str, passes: bool) -> None:
    code = with_tolerance(f"def test_it():\n    assert given == {expected}\n")
    names = {"given": given, "pytest": pytest}
    assert eval(code.partition("assert ")[2], names) is passes
