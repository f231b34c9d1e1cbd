"""What takes most of a run's time, and need not in a test of something else: opening its sandbox, and its checks."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from copy import copy
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from agent.run_sandbox import OpenSandbox
from cancel import Cancel
from engines.recorded import Work
from engines.sandboxes import Sandboxes
from languages.checks import Check
from languages.python.language import PYTHON
from languages.registry import LANGUAGES
from languages.types import CheckReport
from sandbox.base import Job, JobResult, Sandbox, SandboxSpec
from sandbox.registry import open_sandbox
from settings import Settings
from tests.fakes import specs
from tests.fakes.command_line import ROOT

if TYPE_CHECKING:  # an app has no use for it
    import pytest

IN_APP = """
import sys

if {app!r} in sys.orig_argv:
    sys.path.insert(0, {root!r})
    from tests.fakes.quick_runs import keep_to

    keep_to({folder!r})
"""
"""Is read in each Python that is started with it, also in those that an app starts: they are left as they are."""

ALL = tuple(check.name for check in PYTHON.checks)


class Shared:
    """A sandbox for several runs one after the other: a run doesn't close it."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox
        self.name = sandbox.name
        self.isolation = sandbox.isolation

    def run(self, job: Job, cancel: Cancel, on_output: Callable[[str], None] | None = None) -> JobResult:
        """See `Sandbox.run`."""
        return self._sandbox.run(job, cancel, on_output)

    def another(self) -> Sandbox:
        """The same, for to open one takes long, and these programs don't whisper to each other."""
        return self

    def close(self) -> None:
        """Leave it open."""


class KeptOpen:
    """A process sandbox that is opened for the first run, and stays open for the next ones."""

    def __init__(self, spec: SandboxSpec = specs.PYTHON) -> None:
        self._spec = spec
        self._sandbox: Sandbox | None = None

    def open(self, announce: Callable[[str], None]) -> Sandbox:
        """What a run opens."""
        self._sandbox = self._sandbox or open_sandbox(self._spec, "process", None, announce)
        return Shared(self._sandbox)

    def remembering(self) -> Callable[[Callable[[str], None]], Sandbox]:
        """What runs open that repeat each other's jobs, see `Remembering`."""
        known: dict[Hashable, JobResult] = {}
        return lambda announce: Remembering(self.open(announce), known)

    def close(self) -> None:
        """Close it for good."""
        if self._sandbox:
            self._sandbox.close()
        self._sandbox = None


class Remembering(Shared):
    """One in which a job that is equal to an earlier one isn't run again: what came of that is what comes of it.

    For runs of which many compare the same programs. Who wants to hear of a job meanwhile has it run.
    """

    def __init__(self, sandbox: Sandbox, known: dict[Hashable, JobResult]) -> None:
        super().__init__(sandbox)
        self._known = known

    def run(self, job: Job, cancel: Cancel, on_output: Callable[[str], None] | None = None) -> JobResult:
        """See `Sandbox.run`."""
        cancel.raise_if_set()
        if on_output or job.on_news or job.keyboard:
            return super().run(job, cancel, on_output)
        key = (frozenset(job.files.items()), job.command, job.limits, job.read_back, job.kept)
        if key not in self._known:
            result = super().run(job, cancel)
            if result.status != "exited":
                return result  # on a busy machine it might be otherwise
            self._known[key] = result
        return self._known[key]


class OneSandbox(Sandboxes):
    """All programs without files and packages of their own get the same sandbox of this kind, which stays open.

    Raises `SandboxUnavailable`.
    """

    def __init__(self, name: str) -> None:
        super().__init__(Settings.model_validate({"ASSAY_SANDBOX": name}))
        self._sandbox = open_sandbox(specs.PYTHON, name, None, print)

    def opener(self, spec: SandboxSpec, work: Work) -> OpenSandbox:
        """See `Sandboxes.opener`."""
        return super().opener(spec, work) if spec.files or spec.packages else lambda _: Shared(self._sandbox)

    def close(self) -> None:
        """Close it for good."""
        super().close()
        self._sandbox.close()


def only_checks(monkeypatch: pytest.MonkeyPatch, *real: str) -> None:
    """Make all checks of Python pass but the `real` ones, which are what they are."""
    checks = tuple(check if check.name in real else _passing(check) for check in PYTHON.checks)
    monkeypatch.setitem(LANGUAGES, "python", replace(PYTHON, checks=checks))


def environment(folder: Path, *real: str) -> dict[str, str]:
    """The same for an app in a process of its own: the variables that it is started with; `folder` is for them alone.

    `bandit` and `pip-audit` are always real: they take little time, and say what a program may do and needs.
    """
    keep_real(folder, *real)
    code = IN_APP.format(app=str(ROOT / "app.py"), root=str(ROOT), folder=str(folder))
    (folder / "sitecustomize.py").write_text(code)
    return {"PYTHONPATH": str(folder)}


def keep_real(folder: Path, *real: str) -> None:
    """Have other checks real from now on in the app that was started with the `environment` of this folder."""
    (folder / "real").write_text(" ".join(("bandit", "pip-audit", *real)))


def keep_to(folder: str) -> None:
    """What such an app does as it starts."""
    names = Path(folder) / "real"
    checks = tuple(_real_if_named(check, names) for check in PYTHON.checks)
    LANGUAGES["python"] = replace(PYTHON, checks=checks)


def _real_if_named(check: Check, names: Path) -> Check:
    """The same check, which is looked up in the file of `names` each time."""
    other, passing = cast("Any", copy(check)), _passing(check)
    other.run = lambda *what: (check if check.name in names.read_text().split() else passing).run(*what)
    return cast("Check", other)


def _passing(check: Check) -> Check:
    """The same check, which every program passes."""
    other: Any = copy(check)
    other.run = lambda *_: CheckReport(check.name, "passed", "Every program passes it")
    return cast("Check", other)
