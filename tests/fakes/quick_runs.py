"""What takes most of a run's time, and need not in a test of something else: opening its sandbox, and its checks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest

from cancel import Cancel
from languages.checks import Check, CheckContext, Details
from languages.python.language import PYTHON
from languages.registry import LANGUAGES
from languages.types import Candidate, CheckReport, Suite
from sandbox.base import Job, JobResult, Sandbox
from sandbox.registry import open_sandbox
from tests.fakes import specs


class Shared:
    """A sandbox for several runs one after the other: a run doesn't close it."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox
        self.name = sandbox.name
        self.isolation = sandbox.isolation

    def run(self, job: Job, cancel: Cancel, on_output: Callable[[str], None] | None = None) -> JobResult:
        """See `Sandbox.run`."""
        return self._sandbox.run(job, cancel, on_output)

    def close(self) -> None:
        """Leave it open."""


class KeptOpen:
    """A process sandbox that is opened for the first run, and stays open for the next ones."""

    def __init__(self) -> None:
        self._sandbox: Sandbox | None = None

    def open(self, announce: Callable[[str], None]) -> Sandbox:
        """What a run opens."""
        self._sandbox = self._sandbox or open_sandbox(specs.PYTHON, "process", None, announce)
        return Shared(self._sandbox)

    def close(self) -> None:
        """Close it for good."""
        if self._sandbox:
            self._sandbox.close()
        self._sandbox = None


@dataclass
class PassingCheck:
    """A check that every program passes. See `Check`."""

    name: str
    title: str
    purpose: str
    required: bool
    repairable: bool
    details: Details

    def run(self, candidate: Candidate, suite: Suite, context: CheckContext) -> CheckReport:
        """See `Check.run`."""
        return CheckReport(self.name, "passed", "Every program passes it")


def only_checks(monkeypatch: pytest.MonkeyPatch, *real: str) -> None:
    """Make all checks of Python pass but the `real` ones, which are what they are."""
    checks = tuple(check if check.name in real else _passing(check) for check in PYTHON.checks)
    monkeypatch.setitem(LANGUAGES, "python", replace(PYTHON, checks=checks))


def _passing(check: Check) -> PassingCheck:
    return PassingCheck(check.name, check.title, check.purpose, check.required, check.repairable, check.details)
