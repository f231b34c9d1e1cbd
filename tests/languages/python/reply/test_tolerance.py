from __future__ import annotations

import pytest

from languages.python.reply.tolerance import with_tolerance


@pytest.mark.parametrize(
    ("line", "becomes"),
    [
        ("assert part(8.9) == 0.9", "assert part(8.9) == pytest.approx(0.9)"),
        ("assert -0.5 == part(1), 'half'", "assert pytest.approx(-0.5) == part(1), 'half'"),
        ("assert parts() == [1, 2.5]  # both", "assert parts() == pytest.approx([1, 2.5])  # both"),
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
