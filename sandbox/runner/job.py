"""One job as the runner sees it: from the fork to the result."""

from __future__ import annotations

import base64
import contextlib
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from . import child, processes, sweep, usage
from .frames import FrameBuffer, Message
from .verdict import Records

CHUNK = 65536
MEGABYTE = 1024 * 1024
GRACE_SECONDS = 10.0


@dataclass(frozen=True)
class Ending:
    """Why a job ended. `exit_code` is set only where it ended by itself."""

    status: str
    reason: str = ""
    exit_code: int | None = None


class Job:
    """A running job. The server calls it when one of its `pipes` has something, or its time is up.

    `to_sweep` tells at its end which folders beside its own to sweep, `send` takes messages to the
    host, and `spared` are the processes of other jobs.
    """

    def __init__(
        self,
        request: Message,
        task: child.Task,
        to_sweep: Callable[[], list[Path]],
        send: Callable[[Message], None],
    ) -> None:
        self.id: int = request["id"]
        self.task = task
        self._wanted: list[str] = request["read_back"]
        self._to_sweep = to_sweep
        self._send = send
        self._records = Records(task.known)
        self._output_left: int = task.limits["output_bytes"]
        self._files: dict[str, str] = {}
        self._swept = FrameBuffer()
        self._ending: Ending | None = None
        self._exited = False
        self._started = time.monotonic()
        self.deadline: float = self._started + task.limits["seconds"]
        self.pipes: dict[int, Callable[[bytes], None]] = {}
        self.sweeper = 0
        self._shared_memory = usage.own_memory()
        self.main = self._fork()

    @property
    def done(self) -> bool:
        """True when there is nothing more to come, or no more time to wait for it."""
        if self._ending is None:
            return False
        return (self._exited and self.sweeper > 0 and not self.pipes) or time.monotonic() > self.deadline

    @property
    def _seconds_allowed(self) -> str:
        return f"{self.task.limits['seconds']:g}"

    def pump(self, pipe: int) -> None:
        """Take what is in `pipe`, or close it at its end."""
        data = os.read(pipe, CHUNK)
        if data:
            self.pipes[pipe](data)
        else:
            self._close(pipe)

    def exited(self, wait_status: int, spared: set[int]) -> None:
        """The job's main process has ended."""
        self._exited = True
        code = os.waitstatus_to_exitcode(wait_status)
        if code == -9:
            self.end(Ending("killed", "The program was killed, most likely because it ran out of memory."), spared)
        else:
            self.end(Ending("exited", exit_code=code), spared)

    def check_time(self, spared: set[int]) -> None:
        """End the job if its time is up."""
        if time.monotonic() > self.deadline:
            what = self._records.running_test or "The program"
            self.end(Ending("timeout", f"{what} did not finish within {self._seconds_allowed} s."), spared)

    def check_usage(self, found: Sequence[usage.Process], spared: set[int]) -> None:
        """End the job if it uses too much, as seen in `found`, all processes there are; may be empty."""
        if self._ending is not None:
            if not self.sweeper:
                self._sweep()
            return
        own = usage.belonging(found, self.task.user, self.main)
        memory_mb, processes = self.task.limits["memory_mb"], self.task.limits["processes"]
        shared = self._shared_memory * (len(own) if self.task.forked else 1)
        if sum(process.memory for process in own) > memory_mb * MEGABYTE + shared:
            self.end(
                Ending("killed", f"The program and what it started used more than {memory_mb} MB of memory."), spared
            )
        elif self.task.count_processes and sum(process.threads for process in own) > processes:
            self.end(Ending("killed", f"The program started more than {processes} processes and threads."), spared)

    def check_output(self, spared: set[int]) -> None:
        """End the job if it has written too much."""
        if self._output_left < 0:
            limit = self.task.limits["output_bytes"]
            self.end(Ending("output_limit", f"The program wrote more than {limit} bytes of output."), spared)

    def end(self, ending: Ending, spared: set[int]) -> None:
        """Kill all that is left of the job and start to sweep up. Only the first ending counts."""
        if self._ending is not None:
            return
        self._ending = ending
        self._seconds = time.monotonic() - self._started
        self.deadline = time.monotonic() + GRACE_SECONDS
        if self.task.user is None:
            processes.kill_group(self.main)
            processes.kill_descendants(spared)
        self._sweep()

    def result(self) -> Message:
        """Close what is open and tell how it went."""
        for pipe in list(self.pipes):
            self._close(pipe)
        with contextlib.suppress(OSError):
            self.task.folder.rmdir()
        assert self._ending is not None  # noqa: S101
        tests, problem = self._tests()
        reason = self._ending.reason or problem
        return _done(self.id, self._ending, reason, self._seconds, self._files, tests)

    def _tests(self) -> tuple[list[dict[str, str]] | None, str]:
        assert self._ending is not None  # noqa: S101
        if self.task.command[0] != "pytest":
            return None, ""
        if self._ending.status == "timeout":
            return self._records.so_far(f"did not finish: the {self._seconds_allowed} s for all tests were over"), ""
        return self._records.verdict() if self._ending.status == "exited" else (None, "")

    def _fork(self) -> int:
        stdout, stderr, report = os.pipe(), os.pipe(), os.pipe()
        self.task.folder.mkdir(mode=0o700)
        if self.task.user is not None:
            os.chown(self.task.folder, self.task.user, self.task.user)
        pid = os.fork()
        if pid == 0:
            child.run(self.task, child.Pipes(stdout[1], stderr[1], report[1]))
        self.task.files.clear()  # so that later forks don't inherit them
        for pipe in (stdout, stderr, report):
            os.close(pipe[1])
        self.pipes[stdout[0]] = lambda data: self._output("stdout", data)
        self.pipes[stderr[0]] = lambda data: self._output("stderr", data)
        self.pipes[report[0]] = self._records.feed
        return pid

    def _sweep(self) -> None:
        """Start the sweeper; where there is no room for one more process now, it is tried again."""
        reading, writing = os.pipe()
        try:
            self.sweeper = os.fork()
        except BlockingIOError:
            os.close(reading)
            os.close(writing)
            return
        if self.sweeper == 0:
            sweep.run(self.task, self._wanted, self._to_sweep(), writing)
        os.close(writing)
        self.pipes[reading] = self._take_files

    def _take_files(self, data: bytes) -> None:
        for message in self._swept.feed(data):
            self._files[message["path"]] = message["content"]

    def _output(self, stream: str, data: bytes) -> None:
        allowed = data[: max(self._output_left, 0)]
        self._output_left -= len(data)
        if allowed:
            text = base64.b64encode(allowed).decode()
            self._send({"kind": "output", "id": self.id, "stream": stream, "data": text})

    def _close(self, pipe: int) -> None:
        del self.pipes[pipe]
        os.close(pipe)


def not_started(job: int, reason: str) -> Message:
    """The result of a job whose process couldn't even be made."""
    return _done(job, Ending("killed"), reason, 0.0, {}, None)


def _done(
    job: int,
    ending: Ending,
    reason: str,
    seconds: float,
    files: dict[str, str],
    tests: list[dict[str, str]] | None,
) -> Message:
    return {
        "kind": "done",
        "id": job,
        "status": ending.status,
        "exit_code": ending.exit_code,
        "seconds": seconds,
        "reason": reason,
        "files": files,
        "tests": tests,
    }
