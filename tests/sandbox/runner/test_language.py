"""A language is tables in a folder, or nothing at all: the runner knows none itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from cancel import Cancel
from sandbox.base import NO_LANGUAGE, Job, JobLimits, JobResult, Sandbox, SandboxSpec, Toolset
from tests.conformance.sandbox_helpers import BUBBLEWRAP, opened

TABLES = '''"""Shell scripts whose tests report line by line."""
COMMANDS = {"sh-tests": ("", "job:run"), "counted": ("warm", "job:run", "job:Count")}
ZYGOTES = {"warm": (("job:get_ready",),)}
ENVIRONMENT = {"GREETING": "hello"}
'''
JOB = """
import os
ready = []
get_ready = lambda: ready.append("ready")
def run(begun):
    os.dup2(begun.report, 3)
    os.environ.update(begun.secrets, READY=" ".join(ready))
    os.execvp("sh", ["sh", *begun.command[1:]])
class Count:
    secrets, running, lines = {"MARK": "ok"}, "the third test", 0
    def feed(self, data): self.lines += data.count(b"ok")
    def news(self): return None
    def report(self): return ({"tests": self.lines}, "") if self.lines else (None, "There were no tests.")
    def so_far(self, limit): return {"tests": self.lines, "limit": limit}
"""
SCRIPT = b'echo "$MARK $READY $GREETING" >&3; echo said; echo ok >&3; [ -z "$1" ] || while :; do :; done'

Run = Callable[..., JobResult]


@pytest.fixture(params=["process", BUBBLEWRAP])
def run(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Run]:
    folder = tmp_path / "shell"
    folder.mkdir()
    (folder / "__init__.py").write_text(TABLES)
    (folder / "job.py").write_text(JOB)
    with closing(opened(request.param, SandboxSpec(Toolset("shell", folder)))) as sandbox:
        yield lambda *command, **limits: in_shell(sandbox, *command, **limits)


def in_shell(sandbox: Sandbox, *command: str, **limits: float) -> JobResult:
    return sandbox.run(Job({"t.sh": SCRIPT}, command, JobLimits(**limits)), Cancel())  # type: ignore[arg-type]


def test_what_a_command_writes_into_its_report_comes_back(run: Run) -> None:
    result = run("sh-tests", "t.sh")
    assert (result.exit_code, result.stdout, result.report) == (0, "said\n", "  hello\nok\n"), result


def test_a_reader_makes_a_report_of_it_and_tells_the_job_something_before(run: Run) -> None:
    assert run("counted", "t.sh").report == {"tests": 2}
    assert run("counted", "-c", "echo $READY").stdout == "ready\n"
    assert run("counted", "-c", "true").reason == "There were no tests."
    late = run("counted", "t.sh", "go on", cpu_seconds=1.0)
    assert (late.status, late.reason) == ("timeout", "the third test did not finish within 1 s.")
    assert late.report == {"tests": 2, "limit": "1 s"}


def test_other_commands_are_just_executed_and_report_nothing(run: Run) -> None:
    result = run("sh", "-c", "echo $GREETING; echo no >&3")
    assert (result.stdout, result.report, result.exit_code) == ("hello\n", None, 2)


@pytest.mark.bubblewrap
def test_a_sandbox_without_a_language_executes_commands() -> None:
    with closing(opened("bubblewrap", SandboxSpec(NO_LANGUAGE))) as sandbox:
        result = in_shell(sandbox, "sh", "-c", "sh t.sh 3>&1")
    assert (result.exit_code, result.stdout, result.report) == (0, "  \nsaid\nok\n", None)
