"""Requests, events and little runs for tests of what stores and executes them."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from agent.briefing import Person
from agent.events import CodeReady, Event, ModelText, RunFinished, RunStarted, TestsRan, TestsReady
from agent.types import Earlier, Request
from cancel import Cancel
from engines.base import Execute
from languages.python.candidates import program, suite
from languages.types import TestCase, TestResult
from storage.types import StoredEvent

REQUEST = Request(task="Add two numbers", model="demo", test_model="demo")


def going_on_from(run_id: str, *wishes: str) -> Request:
    """A request that goes on from the program of that run."""
    return replace(REQUEST, earlier=Earlier(run_id, program("ADDS = 1"), suite("", ()), wishes))


FINISHED = RunFinished("verified", "All tests pass.", seconds=1.5, attempt=1)
WHOLE_RUN: tuple[Event, ...] = (
    RunStarted(REQUEST),
    ModelText("tests", "def test_add(): ..."),
    TestsReady(suite("def test_add(): ...\n", (TestCase("test_add", "Adds."),))),
    CodeReady(1, program("def add(a, b): return a + b\n")),
    TestsRan(1, (TestResult("test_add", "passed"),), 0.1),
    FINISHED,
)


def telling(events: Sequence[Event]) -> Execute:
    """A run that yields `events` and is over."""

    def execute(request: Request, inputs: Mapping[str, bytes], cancel: Cancel, person: Person) -> Iterator[Event]:
        yield from events

    return execute


def waiting_for(gate: threading.Event) -> Execute:
    """A run that says it started, waits for `gate` or its cancel, and is verified."""

    def execute(request: Request, inputs: Mapping[str, bytes], cancel: Cancel, person: Person) -> Iterator[Event]:
        yield RunStarted(request)
        with cancel.on_cancel(gate.set):
            gate.wait()
        cancel.raise_if_set()
        yield FINISHED

    return execute


def forever(request: Request, inputs: Mapping[str, bytes], cancel: Cancel, person: Person) -> Iterator[Event]:
    """A run that ends only when it is cancelled."""
    yield RunStarted(request)
    cancel.wait(3600)


def end_of(stored: Sequence[StoredEvent]) -> RunFinished:
    """The end of a run, which must be the last of its events."""
    assert isinstance(stored[-1].event, RunFinished)
    return stored[-1].event
