"""What every sandbox can do: run one job, and go away."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, Protocol

from cancel import Cancel
from message import say
from sandbox.errors import SandboxError
from sandbox.keyboard import Keyboard
from sandbox.paths import check_paths

JobStatus = Literal["exited", "timeout", "killed", "output_limit"]
MEGABYTE = 1024 * 1024
MOST_FILES = 1000
MOST_FILE_BYTES = 64 * MEGABYTE  # together; the disk of a sandbox has 512 MB, and where jobs get copies, each gets one

Announce = Callable[[str], None]
"""Gets a plain sentence now and then, while something takes long."""


# Why: docs/decisions.md, "Jobs are limited by their own processor time, and the clock only ends what waits"
@dataclass(frozen=True, slots=True)
class JobLimits:
    """What one job may use before it is ended.

    `cpu_seconds` is the processor time of all its processes together, which a busy machine doesn't
    use up faster; `seconds` is the wall time in which it only waits, for that must end as well.
    """

    cpu_seconds: float = 30.0
    seconds: float = 120.0
    memory_mb: int = 1024
    processes: int = 256  # and threads: programs start a hundred at once, and think nothing of it
    output_bytes: int = MEGABYTE
    file_bytes: int = 64 * MEGABYTE


@dataclass(frozen=True, slots=True)
class Job:
    """One command in a folder of its own.

    `files` maps relative POSIX paths to contents. `command` is an argument list, run in the job's
    folder; where its first word is one of the sandbox's language, it is forked from a warm process
    instead of started anew, and may report. `read_back` names the files wanted afterwards; those
    that don't exist are left out of the result. Its standard input is empty, or what comes from
    the `keyboard`. Where it isn't `kept`, what it writes on its standard output is only heard as it
    comes, and isn't in the result. `on_news` gets now and then what its report says so far, as the language's own
    reader tells it; a job that is run once more tells it again.
    """

    files: Mapping[str, bytes]
    command: tuple[str, ...]
    limits: JobLimits = field(default_factory=JobLimits)
    read_back: tuple[str, ...] = ()
    keyboard: Keyboard | None = field(default=None, compare=False)
    kept: bool = True
    on_news: Callable[[Any], None] | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class JobResult:
    """How a job ended. A job that failed is a result, never an exception.

    `exit_code` is None unless `status` is `exited`; a signal's number is negative, as in
    `subprocess`. `reason` says in a sentence why the job was ended, or why one that exited has no
    report that can be trusted; else it is empty. `seconds` is wall time.

    `report` is what the language's own reader made of what the job wrote into its report, as JSON
    knows it; None where there is none. With status `timeout` it is the report so far.
    """

    status: JobStatus
    exit_code: int | None
    stdout: str
    stderr: str
    seconds: float
    reason: str = ""
    files: Mapping[str, bytes] = field(default_factory=dict)
    report: Any = None


@dataclass(frozen=True, slots=True)
class Toolset:
    """What a language needs in a sandbox, beside the runner.

    `runner` is a folder that the runner loads, see `sandbox.runner.language`, and `requirements` a
    file for pip, with hashes, of what is installed for it; a language whose commands are just
    executed has neither. `trial` is a job that works wherever the language does.
    """

    name: str
    runner: Path | None = None
    requirements: Path | None = None
    trial: Job = field(default=Job({}, ("true",)), compare=False)


NO_LANGUAGE = Toolset("none")


@dataclass(frozen=True, slots=True)
class SandboxSpec:
    """What a sandbox is opened for: a language, packages, and the files that every job in it sees.

    `packages` is a folder that nobody changes any more, in a folder that is named after its content: all jobs can read
    it, and the language knows what to do with it. `files` maps relative POSIX paths to contents, which lie in each
    job's folder beside the job's own, and can only be read. Raises `SandboxError` where they are too many or too large,
    and `BadPath` for a path that leads out of the folder, or that not every system can have.
    """

    language: Toolset
    packages: Path | None = None
    files: Mapping[str, bytes] = field(default_factory=dict)

    def __post_init__(self) -> None:
        check_paths(self.files)
        size = sum(map(len, self.files.values()))
        if len(self.files) > MOST_FILES:
            raise SandboxError(
                say("%(count)s files are too many for a sandbox.", count=len(self.files)),
                say("It takes up to %(most_files)s.", most_files=MOST_FILES),
            )
        if size > MOST_FILE_BYTES:
            raise SandboxError(
                say(
                    "The files have %(size)s MB together, which is too much for a sandbox.",
                    size=f"{size / MEGABYTE:.0f}",
                ),
                say("It takes up to %(most_file_bytes)s MB.", most_file_bytes=MOST_FILE_BYTES // MEGABYTE),
            )


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
        or was closed, and `SandboxError` if it can't be used any more, as `BadPath` for a file's name.
        """

    def another(self) -> Sandbox:
        """One more that was opened for the same spec, and shares nothing with this one. Whoever asks closes it; else
        this one does at its end.

        Raises `SandboxError` where it can't be opened.
        """

    def close(self) -> None:
        """Remove everything of this sandbox. Can be called twice, and from another thread."""
