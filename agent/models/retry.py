"""The one policy for asking a model again; the clients' own retries are off."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import dataclass
from email.utils import parsedate_to_datetime

from tenacity import RetryCallState, Retrying, stop_after_attempt, wait_exponential_jitter

from agent.errors import TransientModelError
from agent.models.base import Delta, ModelNotice, Restarted, TextDelta
from cancel import Cancel
from message import joined, say, say_count

Attempt = Callable[[], Generator[Delta]]


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """How often to ask, and how long to wait in between, in seconds: doubling from `first_wait`.

    What the service asks for (`Retry-After`) is respected up to `longest_wait`; where it asks for
    more, there is no further try.
    """

    tries: int = 4
    first_wait: float = 1.0
    longest_wait: float = 60.0

    def wait(self, state: RetryCallState) -> float:
        """How long to wait before the next try."""
        backoff = wait_exponential_jitter(multiplier=self.first_wait, max=self.longest_wait, jitter=self.first_wait)
        return max(backoff(state), _asked_to_wait(_failure(state)))

    def again(self, state: RetryCallState) -> bool:
        """Whether what happened is worth another try."""
        failure = _failure(state)
        return isinstance(failure, TransientModelError) and _asked_to_wait(failure) <= self.longest_wait


def with_retries(ask: Attempt, policy: RetryPolicy, cancel: Cancel) -> Generator[Delta]:
    """The answer of `ask`, which is called again after each `TransientModelError`.

    Raises `TransientModelError` after the last try, `Cancelled` also while it waits between two, and
    whatever else `ask` raises.
    """
    # The waiting is done here, where it can be announced and cancelled.
    retrying = Retrying(
        stop=stop_after_attempt(policy.tries), wait=policy.wait, retry=policy.again, sleep=_nothing, reraise=True
    )
    failure: BaseException | None = None
    heard = False
    try:
        for attempt in retrying:
            state = attempt.retry_state
            if isinstance(failure, TransientModelError):
                yield from _announce(failure, heard, state, policy.tries)
                cancel.wait(state.upcoming_sleep)
            heard = False
            # Closed in any case, or the server would go on with an answer that nobody reads.
            with attempt, closing(ask()) as deltas:
                for delta in deltas:
                    heard = heard or isinstance(delta, TextDelta)
                    yield delta
            failure = _failure(state)
    except TransientModelError as error:
        raise _given_up(error, retrying.statistics["attempt_number"]) from error


def parse_retry_after(header: str | None) -> float | None:
    """Seconds to wait by a `Retry-After` header, which holds seconds or a date; None without a usable one.

    Source: RFC 9110, section 10.2.3.
    """
    if not header:
        return None
    if header.strip().isdigit():
        return float(header)
    try:
        return max(0.0, parsedate_to_datetime(header).timestamp() - time.time())
    except ValueError:
        return None


def _announce(failure: TransientModelError, heard: bool, state: RetryCallState, tries: int) -> Iterator[Delta]:
    # Words that nobody saw needn't be taken back.
    if heard:
        yield Restarted(failure.message)
    seconds = state.upcoming_sleep
    number = state.attempt_number
    if seconds >= 1:
        again = say(
            "Asking again in %(seconds)s s (try %(number)s of %(tries)s).",
            seconds=round(seconds),
            number=number,
            tries=tries,
        )
    else:
        again = say("Asking again (try %(number)s of %(tries)s).", number=number, tries=tries)
    yield ModelNotice(joined(" ", (failure.message, again)))


def _given_up(error: TransientModelError, tries: int) -> TransientModelError:
    times = say_count("It was asked once.", "It was asked %(count)s times.", tries)
    advice = error.advice or say("Try again in a few minutes, or pick another model.")
    if error.retry_after:
        advice = joined(" ", (say("The service asks to wait %(time)s.", time=_duration(error.retry_after)), advice))
    return TransientModelError(joined(" ", (error.message, times)), advice, error.retry_after)


def _duration(seconds: float) -> str:
    if seconds < 120:
        return say_count("%(count)s second", "%(count)s seconds", round(seconds))
    return say_count("%(count)s minute", "%(count)s minutes", round(seconds / 60))


def _failure(state: RetryCallState) -> BaseException | None:
    return state.outcome.exception() if state.outcome else None


def _asked_to_wait(failure: BaseException | None) -> float:
    return (failure.retry_after or 0.0) if isinstance(failure, TransientModelError) else 0.0


def _nothing(seconds: float) -> None:
    pass
