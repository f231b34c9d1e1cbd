"""Limits of a process that is stopped for longer than they are."""

from __future__ import annotations

import json
import queue
import sys
import time
from typing import Any

import psutil
import pytest

import awake
from tests.fakes.processes import output_of, python
from tests.fakes.stopped import sleep_for

needs_signals = pytest.mark.skipif(sys.platform == "win32", reason="nothing can be stopped on Windows")


@needs_signals
def test_what_is_stopped_uses_up_no_time() -> None:
    """Neither a run's limit, nor the patience with what comes through a queue."""
    with python("fakes/stopped_while_waiting.py") as process:
        assert output_of(process).readline() == "waiting\n"
        sleep_for(4, [psutil.Process(process.pid)])
        told: dict[str, Any] = json.loads(output_of(process).readline())
    assert told["clock"] >= 4  # the limits were 3 s
    assert told["awake"] < 3
    assert (told["got"], told["limit"]) == ("it", "")


def test_time_passes_for_who_is_awake() -> None:
    clock = awake.Clock(look_seconds=0.01, gap_seconds=0.2)
    began, real = clock.now(), time.monotonic()
    time.sleep(0.5)  # longer than the gap, which nobody sleeps who looks
    assert clock.now() - began == pytest.approx(time.monotonic() - real, abs=0.1)


def test_who_waits_in_vain_is_told() -> None:
    with pytest.raises(queue.Empty):
        awake.get(queue.SimpleQueue[int](), 0.01)
