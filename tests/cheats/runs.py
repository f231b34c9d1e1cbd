"""Whole runs with programs and tests that are given, in a sandbox that stays open."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import cast

from agent.loop import Parts, run
from agent.report import Report, fold
from agent.run_sandbox import RunSandbox
from agent.types import Limits, Request
from agent.validation import validated
from cancel import Cancel
from languages.python.language import PYTHON
from languages.types import Suite
from sandbox.base import Sandbox
from tests.fakes.quick_runs import Shared
from tests.fakes.scripted_model import ScriptedModel, fenced

HERE = Path(__file__).parent
REQUEST = Request("Write it.", "scripted", "scripted", limits=Limits(attempts=1))


def solutions(folder: str) -> list[Path]:
    """The files in one of the folders beside this one."""
    return sorted((HERE / folder).glob("*.py"))


def validate(draft: Suite, sandbox: Sandbox) -> Suite:
    """What is left of tests once they were run on empty programs. Raises `NoUsableReply` if nothing is."""
    with RunSandbox(lambda _: Shared(sandbox), PYTHON, 0.8, Cancel()) as opened:
        events = validated(draft, PYTHON, opened)
        while True:
            try:
                next(events)
            except StopIteration as end:
                return cast("Suite", end.value)


def play(program: str, tests: str, sandbox: Sandbox, *more_tests: str, examples: tuple[str, ...] = ()) -> Report:
    """The report of a run in which one model answers with `tests`, then `more_tests`, and the other with `program`."""
    tester = ScriptedModel(*map(fenced, (tests, *more_tests)))
    parts = Parts(ScriptedModel(fenced(program)), tester, lambda _: Shared(sandbox))
    return fold(run(replace(REQUEST, examples=examples), parts, Cancel()))
