from __future__ import annotations

import time
from collections.abc import Generator
from contextlib import closing
from email.utils import formatdate

import pytest

from agent.errors import ModelUnavailable, TransientModelError
from agent.models.base import Delta, ModelFinished, ModelNotice, Restarted, TextDelta
from agent.models.retry import RetryPolicy, parse_retry_after, with_retries
from agent.types import Usage
from cancel import Cancel

QUICK = RetryPolicy(first_wait=0.001)
END = ModelFinished(Usage(1, 1))


class Script:
    """A model that does one thing a try: yields items, and raises where one is an exception."""

    def __init__(self, *tries: list[Delta | Exception]) -> None:
        self.left = list(tries)
        self.closed = 0

    def __call__(self) -> Generator[Delta]:
        try:
            for item in self.left.pop(0):
                if isinstance(item, Exception):
                    raise item
                yield item
        finally:
            self.closed += 1


def test_text_that_was_out_is_taken_back() -> None:
    script = Script([TextDelta("a"), TransientModelError("It broke.")], [TextDelta("b"), END])
    deltas = list(with_retries(script, QUICK, Cancel()))
    assert deltas == [
        TextDelta("a"),
        Restarted("It broke."),
        ModelNotice("It broke. Asking again (try 2 of 4)."),
        TextDelta("b"),
        END,
    ]
    assert script.closed == 2


def test_other_errors_are_not_tried_again() -> None:
    script = Script([ModelUnavailable("No key.")], [END])
    with pytest.raises(ModelUnavailable):
        list(with_retries(script, QUICK, Cancel()))
    assert len(script.left) == 1


def test_closing_it_closes_the_try() -> None:
    script = Script([TextDelta("a"), END])
    with closing(with_retries(script, QUICK, Cancel())) as deltas:
        next(deltas)
    assert script.closed == 1


def test_waits_double_up_to_the_longest() -> None:
    broken: list[Delta | Exception] = [TransientModelError("It broke.")]
    script = Script(*[broken] * 5)
    policy = RetryPolicy(tries=5, first_wait=0.02, longest_wait=0.06)
    start = time.monotonic()
    with pytest.raises(TransientModelError, match="5 times"):
        list(with_retries(script, policy, Cancel()))
    assert time.monotonic() - start >= 0.02 + 0.04 + 0.06 + 0.06


@pytest.mark.parametrize(
    ("header", "seconds"),
    [("2", 2.0), ("0", 0.0), ("-3", None), ("soon", None), ("", None), (None, None), ("nan", None)],
)
def test_retry_after(header: str | None, seconds: float | None) -> None:
    assert parse_retry_after(header) == seconds
    assert 25 < (parse_retry_after(formatdate(time.time() + 30, usegmt=True)) or 0) <= 30
