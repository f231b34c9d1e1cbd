"""A run that says five things and then goes on without an end: `python run_forever.py URL`."""

# ruff: noqa: T201 - its output is how it talks to the test

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from agent.events import Event, Notice
from agent.types import Request
from cancel import Cancel
from engines.local import LocalEngine
from storage.store import Store
from tests.fakes.runs import REQUEST


def execute(request: Request, inputs: Mapping[str, bytes], cancel: Cancel) -> Iterator[Event]:
    for number in range(5):
        yield Notice(f"event {number}")
    threading.Event().wait()


if __name__ == "__main__":
    print(LocalEngine(Store(sys.argv[1]), execute).start(REQUEST), flush=True)
