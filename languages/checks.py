"""What every check can do: look at a candidate and report."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from cancel import Cancel
from languages.types import Candidate, CheckReport
from sandbox.base import Sandbox

Progress = Callable[[int, int], None]


class Check(Protocol):
    """One way to look for what is wrong with a program that passes its tests."""

    @property
    def name(self) -> str:
        """The tool's name, as in `bandit`."""

    def run(self, candidate: Candidate, sandbox: Sandbox, cancel: Cancel, progress: Progress) -> CheckReport:
        """Check `candidate`; call `progress(done, total)` where the check takes long.

        What the tool found is in the report. A check that could not be made returns `not_checked`
        with the reason; a tool that broke returns `error`.

        Raises `Cancelled` and `SandboxError`.
        """
