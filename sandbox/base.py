"""What every sandbox can do: run one job, and go away."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol

from cancel import Cancel

JobStatus = Literal["exited", "timeout", "killed", "output_limit"]
Outcome = Literal["passed", "failed", "error", "skipped"]
MEGABYTE = 1024 * 1024


@dataclass(frozen=True, slots=True)
class JobLimits:
    """What one job may use before it is ended.

    `cpu_seconds` is the processor time of all its processes together, which a busy machine doesn't
    use up faster; `seconds` is wall time, for a job that only waits must end as well.
    """

    cpu_seconds: float = 30.0
    seconds: float = 120.0
    memory_mb: int = 1024
    processes: int = 64
    output_bytes: int = MEGABYTE
    file_bytes: int = 64 * MEGABYTE


@dataclass(frozen=True, slots=True)
class Job:
    """One command in a folder of its own.

    `files` maps relative POSIX paths to contents. `command` is an argument list, run in the job's
    folder; the first words `pytest`, `bandit` and `mutmut` are forked from the warm runner instead
    of started anew, and `pytest` reports each test. `warm-python FILE` is `python FILE` forked from
    there too, with those tools already imported. `read_back` names the files wanted afterwards;
    those that don't exist are left out of the result.
    """

    files: Mapping[str, bytes]
    command: tuple[str, ...]
    limits: JobLimits = field(default_factory=JobLimits)
    read_back: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TestReport:
    """One test's outcome as pytest reported it. `node_id` is as in `test_solution.py::test_a[1]`.

    `message` is empty for a pass, else pytest's condensed failure: the assertion with its values
    and the traceback's own lines. A file that can't be collected is one report with outcome
    `error` and the file's name as `node_id`.
    """

    __test__ = False

    node_id: str
    outcome: Outcome
    message: str = ""


@dataclass(frozen=True, slots=True)
class JobResult:
    """How a job ended. A job that failed is a result, never an exception.

    `exit_code` is None unless `status` is `exited`; a signal's number is negative, as in
    `subprocess`. `reason` says in a sentence why the job was ended, or why a `pytest` job that
    exited has no `tests`; else it is empty.

    `tests` is None unless the command was `pytest`. With status `exited` it is the whole report, or
    None: complete, from this very job, with the canaries on their right sides. With status
    `timeout` it is the report so far, or None where nothing was collected yet or what came isn't
    pytest's own: it ends with the test that was running, as `failed`, and those after it are left
    out. The canaries come last, so such a list shows what failed, but never that anything passes.
    With any other status it is None.

    `seconds` is wall time.
    """

    status: JobStatus
    exit_code: int | None
    stdout: str
    stderr: str
    seconds: float
    reason: str = ""
    files: Mapping[str, bytes] = field(default_factory=dict)
    tests: tuple[TestReport, ...] | None = None


class Sandbox(Protocol):
    """A place where generated code runs. Several threads may call `run` at the same time."""

    @property
    def name(self) -> str:
        """`docker`, `bubblewrap` or `process`."""

    @property
    def isolation(self) -> str:
        """One plain sentence: what keeps a program in here from doing harm."""

    def run(self, job: Job, cancel: Cancel, on_output: Callable[[str], None] | None = None) -> JobResult:
        """Run `job` to its end or its limits and return what came of it.

        `on_output` gets the job's standard output piece by piece as it comes.

        A job whose sandbox goes away is run once more in a new one; `on_output` then gets its output again.

        Raises `Cancelled` if `cancel` was set first, `SandboxLost` if the sandbox went away both times
        or was closed, and `SandboxError` if it can't be used any more.
        """

    def close(self) -> None:
        """Remove everything of this sandbox. Can be called twice, and from another thread."""
