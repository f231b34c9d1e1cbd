"""The time that a started program sees."""

from __future__ import annotations

from datetime import datetime

import pytest

from languages.python.runner._scenario.clocks import written


@pytest.mark.parametrize(
    ("now", "read"),
    [
        ("2025-06-15 10:00", "2025-06-15 10:00"),
        ("2025-6-5 8:00", "2025-06-05 08:00"),
        ("2025-06-05", "2025-06-05"),
        (datetime.fromisoformat("2025-06-05 08:00"), "2025-06-05 08:00:00"),
        ("", ""),
    ],
)
def test_a_moment_may_be_written_as_people_do(now: object, read: str) -> None:
    assert written(now) == read
    assert not read or datetime.fromisoformat(read)
