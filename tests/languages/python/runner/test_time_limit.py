"""An endless loop is stopped where it is, and the signal is left to programs that use it themselves."""

from __future__ import annotations

import contextlib
import itertools
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable

import psutil
import pytest

from tests.fakes.processes import ROOT
from tests.fakes.stopped import sleep_for

if sys.platform == "win32":
    pytest.skip("no SIGALRM on Windows, and no runner", allow_module_level=True)

from languages.python.runner import time_limit as limits
from languages.python.runner.time_limit import Standstill, kept_waiting, time_limit

pytestmark = pytest.mark.timeout(method="thread")  # its other method uses the same signal


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "TEST_SECONDS", 0.05)


def alarm_is_unused() -> bool:
    return signal.getsignal(signal.SIGALRM) is signal.SIG_DFL and signal.getitimer(signal.ITIMER_REAL)[0] == 0


def loop() -> None:
    while True:
        pass


def loop_in_a_thread() -> None:
    given_up = threading.Event()
    looping = threading.Thread(target=lambda: all(not given_up.is_set() for _ in itertools.count()))
    looping.start()
    try:
        looping.join()
    finally:
        given_up.set()


def sleep() -> None:
    time.sleep(600)


def catch_exceptions() -> None:
    while True:
        with contextlib.suppress(Exception):
            time.sleep(600)


@pytest.mark.parametrize(
    ("endless", "wall", "limit"),
    [(loop, 60.0, 0.05), (loop_in_a_thread, 60.0, 0.05), (sleep, 0.2, 0.2), (catch_exceptions, 0.2, 0.2)],
)
def test_what_computes_or_waits_without_end_is_given_up(
    endless: Callable[[], None], wall: float, limit: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "WALL_SECONDS", wall)
    with pytest.raises(pytest.fail.Exception, match=rf"^did not finish within {limit} s$"), time_limit():
        endless()
    assert alarm_is_unused()


def test_what_a_busy_machine_takes_is_on_nobodys_account(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "WALL_SECONDS", 0.2)
    with time_limit():
        for _ in range(30):
            limits.wait(0.01)  # for a program that has a limit of its own
        monkeypatch.setattr(limits, "kept_waiting", lambda: kept_waiting() + 60)
        time.sleep(0.3)


ASLEEP = """
import time
from languages.python.runner import time_limit as limits
limits.WALL_SECONDS, limits.LOOK_SECONDS, limits.GAP_SECONDS = 1.5, 0.1, 0.5
with limits.time_limit():
    print("waiting", flush=True)
    time.sleep(1)
print("in time")
"""


def test_while_a_laptop_sleeps_no_test_takes_long() -> None:
    with subprocess.Popen([sys.executable, "-c", ASLEEP], cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "waiting\n"
        sleep_for(2, [psutil.Process(process.pid)])
        assert process.communicate()[0] == "in time\n"


def test_how_long_a_process_was_kept_waiting_is_known_or_nothing() -> None:
    assert kept_waiting() >= 0
    assert kept_waiting("no such process") == 0


def test_what_ends_in_time_leaves_no_timer_behind() -> None:
    with time_limit():
        assert not alarm_is_unused()
    assert alarm_is_unused()


def test_a_program_that_uses_the_signal_itself_is_left_alone() -> None:
    heard: list[int] = []
    signal.signal(signal.SIGALRM, lambda number, _: heard.append(number))
    try:
        with time_limit():
            assert signal.getitimer(signal.ITIMER_REAL)[0] == 0
            signal.raise_signal(signal.SIGALRM)
        assert heard == [signal.SIGALRM]
    finally:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)


def test_a_process_that_computes_a_little_gets_on(monkeypatch: pytest.MonkeyPatch) -> None:
    computed, now = iter([0.0, 0.0, 0.5, 0.5]), iter([0.0, 10.0, 12.0, 12.0, 15.0])
    monkeypatch.setattr(limits, "_scheduled", lambda process, place: 0.0 if place else next(computed))
    monkeypatch.setattr(limits, "monotonic", lambda: next(now))
    still = Standstill(1)
    assert [still.seconds for _ in range(3)] == [10.0, 0.0, 3.0]
