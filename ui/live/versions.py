"""The versions of a program: which there are, and which one is used while the next one is made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import gradio as gr

from agent.types import Step
from storage.store import Store
from storage.types import RunStatus, RunSummary
from ui.base.look import RUN_CLICKS, build_html
from ui.base.templating import render

HAVE_PROGRAM: tuple[RunStatus, ...] = ("verified", "unverified")
"""The states of runs that ended with a program."""


@dataclass(frozen=True, slots=True)
class Version:
    """A run that made, or makes, a version of a program: its `number` counts from 1, and it may be the one `shown`.

    `step` is the first thing that it lacks to be verified. One that was only `rechecked` keeps its number.
    """

    number: int
    run_id: str
    status: RunStatus
    step: Step
    shown: bool
    rechecked: bool
    going_on: bool


def versions_of(store: Store, run_id: str) -> tuple[Version, ...]:
    """The versions of the program of a run, the oldest first: this run, those that go on, and those with a program.

    Of one that was checked again, what came of that counts. Raises `UnknownRun`.
    """
    runs = [run for run in store.versions(run_id) if run.run_id == run_id or run.going_on or run.status in HAVE_PROGRAM]
    replaced = {run.rechecked for run in runs if not run.going_on} - {run_id}
    numbers = _numbers(runs)
    return tuple(
        Version(
            numbers[run.run_id],
            run.run_id,
            run.status,
            run.step,
            run.run_id == run_id,
            run.rechecked in numbers,
            run.going_on,
        )
        for run in runs
        if run.run_id not in replaced
    )


def _numbers(runs: Sequence[RunSummary]) -> dict[str, int]:
    """The numbers of their versions by their ids."""
    numbers: dict[str, int] = {}
    for run in runs:
        numbers[run.run_id] = numbers.get(run.rechecked) or max(numbers.values(), default=0) + 1
    return numbers


def build_versions() -> gr.HTML:
    """Put the chips into what is being built; each opens its version."""
    return build_html("versions", script=RUN_CLICKS)


def versions_html(versions: Sequence[Version]) -> str:
    """A chip for each version; nothing where there is one only."""
    return render("versions", versions=versions) if len(versions) > 1 else ""


def present_html(versions: Sequence[Version], used: str, ready: bool = False) -> str:
    """Which version is used: that of the run `used`, while another is made, or though it is `ready` by now."""
    number = next((one.number for one in versions if one.run_id == used), 0)
    shown = next((one for one in versions if one.shown), None)
    return render("present", number=number, shown=shown, ready=ready) if number and shown else ""
