"""The files that a run hands over."""

from __future__ import annotations

from collections.abc import Iterable

from agent.events import CodeReady, Event, RunFinished, TestsReady

SOLUTION = "solution.py"
TESTS = "test_solution.py"


def files_of(events: Iterable[Event]) -> dict[str, str]:
    """Return the files of the run that `events` tell of: the tests as they were last, and the code
    of the attempt that its `RunFinished` hands over, where there are any."""
    files: dict[str, str] = {}
    attempts: dict[int, str] = {}
    for event in events:
        match event:
            case TestsReady(code=code):
                files[TESTS] = code
            case CodeReady(attempt=attempt, code=code):
                attempts[attempt] = code
            case RunFinished(attempt=int(attempt)) if attempt in attempts:
                files[SOLUTION] = attempts[attempt]
    return files
