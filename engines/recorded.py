"""Whether all that a sandbox is to run belongs to the app: what the demo answers, and nothing of anybody else's.

Only that may run where this machine has no sandbox, see `Sandboxes.opener`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from agent.inputs import Given, read_inputs
from agent.models.demo import Recording, recordings
from agent.types import Request
from languages.registry import language_named
from languages.types import DEFAULT, Candidate, Files
from sandbox.base import SandboxSpec


@dataclass(frozen=True, slots=True)
class Program:
    """A program that is there already, with the files of its tests where they run as well, and all that the person
    `brought`: files, words, code."""

    candidate: Candidate
    tests: Files
    brought: tuple[object, ...]


Work = Request | Program
"""What a sandbox is opened for: a request, whose program is still to be written, or a program."""


# Why: docs/decisions.md, "The demo may run as a plain process where there is no sandbox, other programs never"
def is_recorded(work: Work, spec: SandboxSpec) -> bool:
    """Whether in a sandbox like `spec` nothing of `work` is run or read but what the demo's recordings hold.

    Of a program its text is compared; whatever model is said to have written it counts for nothing.
    """
    recording = _of_request(work) if isinstance(work, Request) else _of_program(work)
    return recording is not None and not spec.packages and spec.files.items() <= _files(recording).items()


def _of_request(request: Request) -> Recording | None:
    """The recording that answers all of it; None where anything in it is the person's own, or asks another model."""
    # Named are what can't bring anything to run; a field that a request gets one day counts as the person's.
    plain = Request(
        request.task,
        model="demo",
        test_model="demo",
        strategy=request.strategy,
        limits=request.limits,
        files=request.files,
        left_out=request.left_out,
    )
    known = (one for one in recordings() if one.task.strip() == request.task)
    return next(known, None) if request == plain else None


def _of_program(program: Program) -> Recording | None:
    if program.brought:
        return None
    return next((one for one in recordings() if _holds(one, program)), None)


def _holds(recording: Recording, program: Program) -> bool:
    candidates, tests = _answers(recording)
    return program.candidate in candidates and program.tests in ({}, tests)


@cache
def _answers(recording: Recording) -> tuple[tuple[Candidate, ...], Files]:
    """The recorded programs, and the files of the recorded tests."""
    language, task = language_named(DEFAULT), recording.task
    replies = [reply for reply in (*recording.code, recording.second) if reply]
    return tuple(language.read_program(reply, task, None) for reply in replies), language.read_tests(
        recording.tests, task
    ).files


@cache
def _files(recording: Recording) -> Mapping[str, bytes]:
    """The files that come with it, as a run gets them."""
    return read_inputs(map(Given.at, recording.files), recording.task, DEFAULT).files
