"""Measures time, sleeps, and gives up by an alarm of its own."""

import signal
import time
from contextlib import contextmanager


def timed(function):
    started = time.perf_counter()
    result = function()
    return result, time.perf_counter() - started


@contextmanager
def limit(seconds):
    def give_up(number, frame):
        raise TimeoutError(f"more than {seconds} s")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def wait(seconds):
    time.sleep(seconds)
    return time.time()


# --- its tests ---
import time
from unittest.mock import patch

import pytest

from solution import limit, timed, wait


def test_measures():
    result, seconds = timed(lambda: sum(range(10)))
    assert result == 45
    assert 0 <= seconds < 5


def test_gives_up():
    with pytest.raises(TimeoutError, match="0.01"):
        with limit(0.01):
            time.sleep(1)


def test_waits_by_a_clock_that_is_held(monkeypatch):
    slept = []
    monkeypatch.setattr(time, "sleep", slept.append)
    monkeypatch.setattr("time.time", lambda: 12.5)
    assert wait(3) == 12.5
    assert slept == [3]


def test_waits_by_a_clock_that_is_patched():
    with patch("solution.time.sleep") as sleep, patch("time.time", return_value=7):
        assert wait(3) == 7
    sleep.assert_called_once_with(3)
