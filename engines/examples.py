"""The examples as finished runs, with all that was shown of them: recorded from real ones by `tools/record.py`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

from agent.inputs import Given, read_inputs
from agent.models.demo import RECORDINGS, Recording, recordings
from agent.types import Request
from languages.types import DEFAULT
from storage.recorded import read_run
from storage.store import Store

Asked = tuple[Request, Mapping[str, bytes]]
"""A request, and the contents of its files."""


def asked_for(example: Recording) -> Asked:
    """What a run of an example is started with, to watch it being made."""
    given = read_inputs(map(Given.at, example.files), example.task, DEFAULT)
    return replace(Request(example.task, "demo", "demo"), left_out=given.left_out), given.files


def run_file(example: Recording) -> Path:
    """Where its recorded run is, if it has one."""
    return RECORDINGS / "runs" / f"{example.name}.jsonl"


def open_example(store: Store, example: Recording) -> str:
    """Enter its recorded run in the history, unless it is there, and return its id.

    Raises `StorageError`, and `OSError` where it has none.
    """
    run = read_run(run_file(example))
    store.enter(run, asked_for(example)[1])
    return run.run_id


@cache
def recorded_ids() -> frozenset[str]:
    """The ids of all recorded runs."""
    return frozenset(read_run(run_file(one)).run_id for one in recordings() if run_file(one).exists())
