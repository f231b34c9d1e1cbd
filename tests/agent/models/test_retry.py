from __future__ import annotations

import time
from collections.abc import Generator
from email.utils import formatdate

import pytest

from agent.errors import TransientModelError
from agent.models.base import Delta, ModelNotice, Restarted, TextDelta
from agent.models.retry import RetryPolicy, parse_retry_after, with_retries
from cancel import Cancel


def broken() -> Generator[Delta]:
    """A model that breaks off at its first word."""
    yield TextDelta("a")
    raise TransientModelError("It broke.")


def test_waits_double_up_to_the_longest() -> None:
    policy = RetryPolicy(tries=5, first_wait=0.02, longest_wait=0.06)
    start = time.monotonic()
    with pytest.raises(TransientModelError, match="5 times"):
        list(with_retries(broken, policy, Cancel()))
    assert time.monotonic() - start >= 0.02 + 0.04 + 0.06 + 0.06


def test_what_was_said_before_a_break_is_taken_back() -> None:
    deltas = with_retries(broken, RetryPolicy(first_wait=0.001), Cancel())
    said = ModelNotice("It broke. Asking again (try 2 of 4).")
    assert [next(deltas) for _ in range(3)] == [TextDelta("a"), Restarted("It broke."), said]


@pytest.mark.parametrize(
    ("header", "seconds"),
    [("2", 2.0), ("0", 0.0), ("-3", None), ("soon", None), ("", None), (None, None), ("nan", None)],
)
def test_retry_after(header: str | None, seconds: float | None) -> None:
    assert parse_retry_after(header) == seconds
    assert 25 < (parse_retry_after(formatdate(time.time() + 30, usegmt=True)) or 0) <= 30
