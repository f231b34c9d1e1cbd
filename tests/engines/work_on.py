"""Work on one run of a history, saying what was loaded of it: `python work_on.py URL RUN`."""

# ruff: noqa: T201 - its output is how it talks to the test

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from agent.briefing import Person
from agent.events import Event
from agent.types import Request
from cancel import Cancel
from engines.worker import work
from storage.store import Store
from tests.fakes.runs import forever


def execute(request: Request, inputs: Mapping[str, bytes], cancel: Cancel, person: Person) -> Iterator[Event]:
    print(f"{request.task} with {list(inputs)}", flush=True)
    yield from forever(request, inputs, cancel, person)


if __name__ == "__main__":
    work(Store(sys.argv[1]), sys.argv[2], execute, Cancel())
