"""One job as the runner sees it: from the fork to the result."""

from __future__ import annotations

import base64
import contextlib
import os
import shutil
import signal
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import processes, usage
from .frames import Frame, FrameBuffer
from .inputs import Inputs
from .language import Reader
from .sweep import Sweeper
from .task import Task
from .zygote import ENDED, STARTED, Answer, Zygote

CHUNK = 65536
MEGABYTE = 1024 * 1024
GRACE_SECONDS = 30.0  # to sweep up, on a busy machine
LONGEST = 4  # times the wall time in which a job may only wait: so long it may take with its work
START_SECONDS = 60.0  # until a zygote that still loads its tools gets to it; the job's own time begins then


@dataclass(frozen=True)
class Ending:
    """Why a job ended. `exit_code` is set only where it ended by itself, `limit`, as in "20 s", if its time was up."""

    status: str
    reason: str = ""
    limit: str = ""
    exit_code: int | None = None


OUT_OF_MEMORY = Ending("killed", "The program was killed, most likely because it ran out of memory.")
TOO_MANY = Ending("killed", "The sandbox ran out of processes and threads, and the program had most of them.")


class Job:
    """A job, begun by `zygote`. The server calls it when one of its `pipes` has something, or its time is up.

    `reader` gets what it reports, `inputs` are laid beside its files, `to_sweep` tells at its end which
    folders beside its own to sweep, and whose jobs go on, `send` takes frames to the host, `now` is the time
    that its limits count, and `spared` are the processes of other jobs and the zygotes.
    """

    def __init__(
        self,
        request: Frame,
        task: Task,
        zygote: Zygote,
        reader: Reader,
        inputs: Inputs,
        to_sweep: Callable[[], tuple[list[Path], list[int]]],
        send: Callable[[Frame], None],
        now: Callable[[], float],
    ) -> None:
        self.id: int = request["id"]
        self.task = task
        self._zygote = zygote
        self._wanted: list[str] = request["read_back"]
        self._to_sweep = to_sweep
        self._send = send
        self._now = now
        self._reader = reader
        self._output_left: int = task.limits["output_bytes"]
        self._files: dict[str, str] = {}
        self._keyboard: int | None = None
        self._reads: bool = request["typed"]
        self._swept = FrameBuffer()
        self._ending: Ending | None = None
        self._early: Ending | None = None
        self._exited = False
        self._started = self._now()
        self.deadline: float = self._started + START_SECONDS
        self.pipes: dict[int, Callable[[bytes], None]] = {}
        self.main = 0
        self.sweeper: Sweeper | None = None
        self._sweeping = False
        self._shared_memory = 0
        self._looked = self._started
        self._cpu_of: dict[int, float] = {}
        self._cpu_used = 0.0
        self._begin(inputs)

    @property
    def ended(self) -> bool:
        """True when nothing of it runs any more, or is just being killed."""
        return self._ending is not None

    @property
    def done(self) -> bool:
        """True when there is nothing more to come, or no more time to wait for it."""
        if self._ending is None:
            return False
        return (self._exited and self._sweeping and not self.pipes) or self._now() > self.deadline

    def pump(self, pipe: int) -> None:
        """Take what is in `pipe`, or close it at its end."""
        data = os.read(pipe, CHUNK)
        if data:
            self.pipes[pipe](data)
        else:
            self._close(pipe)

    def type(self, data: str | None) -> None:
        """Put this into its standard input, as far as there is room, or close that where it is None."""
        if data is None:
            self._let_go()
        elif self._keyboard is not None:
            with contextlib.suppress(BlockingIOError, BrokenPipeError):
                os.write(self._keyboard, base64.b64decode(data))

    def _let_go(self) -> None:
        if self._keyboard is not None:
            os.close(self._keyboard)
            self._keyboard = None

    def heard(self, answer: Answer, spared: set[int]) -> None:
        """The zygote has said something of this job."""
        if answer.kind == STARTED:
            self._forked(answer.number, spared)
        elif answer.kind == ENDED:
            self._main_ended(answer.number, spared)
        else:
            self._exited = True
            self.end(Ending("killed", _not_started(os.strerror(answer.number))), spared)

    def _forked(self, pid: int, spared: set[int]) -> None:
        self.main = pid
        # What a fork shares with its zygote counts as its own in /proc, and isn't its doing.
        self._shared_memory = usage.memory_of(self._zygote.pid)
        self._started = self._looked = self._now()
        self.deadline = self._started + self.task.limits["seconds"]
        if self._early is not None:
            self.end(self._early, spared)

    def _main_ended(self, wait_status: int, spared: set[int]) -> None:
        self._exited = True
        code = os.waitstatus_to_exitcode(wait_status)
        # The kernel's own limit on one process, which is the same as ours on all of them.
        if code == -signal.SIGXCPU:
            self._time_up("cpu_seconds", spared)
        elif code == -signal.SIGKILL:
            self.end(OUT_OF_MEMORY, spared)
        else:
            self.end(Ending("exited", exit_code=code), spared)

    def check_time(self, spared: set[int]) -> None:
        """End the job if its wall time is up."""
        if self._now() > self.deadline:
            self._time_up("seconds", spared)

    def _time_up(self, limit: str, spared: set[int]) -> None:
        what = self._reader.running or "The program"
        allowed = f"{self.task.limits[limit]:g} s"
        self.end(Ending("timeout", f"{what} did not finish within {allowed}.", allowed), spared)

    def check_usage(self, found: Sequence[usage.Process], spared: set[int]) -> None:
        """End the job if it uses too much, as seen in `found`, all processes there are; may be empty."""
        if self._ending is not None:
            if not self._sweeping:
                self._sweep()
            return
        own = self.own(found)
        self._put_off_end(own)
        memory_mb, processes = self.task.limits["memory_mb"], self.task.limits["processes"]
        most = memory_mb * MEGABYTE
        if self.memory(own) > most and usage.memory_together(own) > most:
            self.end(
                Ending("killed", f"The program and what it started used more than {memory_mb} MB of memory."), spared
            )
        elif self.task.count_processes and usage.threads(own) > processes:
            self.end(Ending("killed", f"The program started more than {processes} processes and threads."), spared)
        elif self._cpu_seconds(own) > self.task.limits["cpu_seconds"]:
            self._time_up("cpu_seconds", spared)

    # Why: docs/decisions.md, "Jobs are limited by their own processor time, and the clock only ends what waits"
    def _put_off_end(self, own: Sequence[usage.Process]) -> None:
        """Put the end off by the time since the last look, where one of its `own` processes works."""
        if not own:
            return
        now = self._now()
        if any(process.works for process in own):
            latest = self._started + LONGEST * self.task.limits["seconds"]
            self.deadline = max(self.deadline, min(self.deadline + now - self._looked, latest))
        self._looked = now

    def own(self, found: Sequence[usage.Process]) -> list[usage.Process]:
        """Those of the processes `found` that are its."""
        return usage.belonging(found, self.task.users, self.main)

    def memory(self, own: Sequence[usage.Process]) -> int:
        """Bytes that its `own` processes use at most, without what they share with the zygote: what they share with
        each other counts for each, which is quick to know."""
        shared = self._shared_memory * (len(own) if self.task.forked else 1)
        return max(0, sum(process.memory for process in own) - shared)

    def _cpu_seconds(self, own: list[usage.Process]) -> float:
        """What it has used so far, at least.

        A child that was waited for is part of its parent's time, and a daemon that has ended of nobody's, so both
        sums are looked at. A process may be missing from one look and be back in the next, as on gVisor.
        """
        times = {process.pid: usage.processor_seconds(process.pid) for process in own}
        for pid, (itself, _) in times.items():
            self._cpu_of[pid] = max(itself, self._cpu_of.get(pid, 0.0))
        self._cpu_used = max(self._cpu_used, sum(map(sum, times.values())), sum(self._cpu_of.values()))
        return self._cpu_used

    def tell_news(self) -> None:
        """Tell the host what the report says so far, where that is new."""
        if self._ending is None and (news := self._reader.news()):
            self._send({"kind": "news", "id": self.id, "news": news})

    def check_output(self, spared: set[int]) -> None:
        """End the job if it has written too much."""
        if self._output_left < 0:
            limit = self.task.limits["output_bytes"]
            self.end(Ending("output_limit", f"The program wrote more than {limit} bytes of output."), spared)

    def end(self, ending: Ending, spared: set[int]) -> None:
        """Kill all that is left of the job and start to sweep up. Only the first ending counts.

        A job whose process isn't known yet is ended as soon as it is.
        """
        if not self.main and not self._exited:
            # The zygote may just be forking it: killed now, it would be forked afterwards.
            self._early = self._early or ending
        elif self._ending is None:
            self._end(ending, spared)

    def _end(self, ending: Ending, spared: set[int]) -> None:
        self._ending = ending
        self._seconds = self._now() - self._started
        self.deadline = self._now() + GRACE_SECONDS
        if not self._exited:
            processes.kill(self.main)  # before it becomes the job's user, nobody but the runner may
        # Where it has a user of its own, the sweeper ends all of that user's at once, which nothing can outrun.
        if self.task.user is None:
            if self.main:
                processes.kill_group(self.main)
            processes.kill_descendants({os.getpid(), self.main}, spared)
        self._sweep()

    def result(self) -> Frame:
        """Close what is open and tell how it went."""
        for pipe in list(self.pipes):
            self._close(pipe)
        self._let_go()
        with contextlib.suppress(OSError):
            self.task.folder.rmdir()
        assert self._ending is not None  # noqa: S101
        report, problem = self._report(self._ending)
        reason = self._ending.reason or problem
        return _done(self.id, self._ending, reason, self._seconds, self._files, report)

    def _report(self, ending: Ending) -> tuple[Any, str]:
        if ending.status == "timeout":
            return self._reader.so_far(ending.limit), ""
        # Of a job that was killed nobody knows whether the report says all.
        return self._reader.report() if ending.status == "exited" else (None, "")

    def _begin(self, inputs: Inputs) -> None:
        """Have the zygote fork; what it says of it comes later."""
        self.task.folder.mkdir(mode=0o700)
        with contextlib.ExitStack() as on_error, contextlib.ExitStack() as always:
            on_error.callback(self.task.folder.rmdir)
            pipes = os.pipe(), os.pipe(), os.pipe()
            for reading, writing in pipes:
                on_error.callback(os.close, reading)
                always.callback(os.close, writing)
            inputs.lay(self.task.files_folder, self.task.user, self.task.files)
            on_error.callback(shutil.rmtree, self.task.files_folder, ignore_errors=True)
            if self.task.user is not None:
                os.chown(self.task.folder, self.task.user, self.task.user)
            task_file = always.enter_context(self.task.write(self.task.folder.parent))
            stdin = self._standard_input()
            always.callback(os.close, stdin)
            on_error.callback(self._let_go)
            self._zygote.fork(self.id, [stdin, *(writing for _, writing in pipes), task_file.fileno()])
            # From here on the job is begun, and what belongs to it goes at its end.
            on_error.pop_all()
        # They lie in its folder now; the runner stays small, for each fork of it.
        self.task.files.clear()
        (stdout, _), (stderr, _), (report, _) = pipes
        self.pipes[stdout] = lambda data: self._output("stdout", data)
        self.pipes[stderr] = lambda data: self._output("stderr", data)
        self.pipes[report] = self._reader.feed
        self._make_sweeper()

    def _standard_input(self) -> int:
        """What it reads from: nothing, or a pipe of which the other end is kept."""
        if not self._reads:
            return os.open(os.devnull, os.O_RDONLY)
        reading, self._keyboard = os.pipe()
        os.set_blocking(self._keyboard, False)  # a job that reads nothing mustn't make the runner wait
        return reading

    def _make_sweeper(self) -> None:
        self.sweeper = None
        with contextlib.suppress(BlockingIOError):  # no room for one more process now
            self.sweeper = Sweeper(self.task, self._wanted)
            self.pipes[self.sweeper.connection] = self._take_files

    def _sweep(self) -> None:
        """Have the sweeper begin; where there is none yet, or the job has killed it, it is tried again."""
        if self.sweeper is None or self.sweeper.connection not in self.pipes:
            self._make_sweeper()
        if self.sweeper is not None:
            with contextlib.suppress(BrokenPipeError):
                self.sweeper.begin(*self._to_sweep())
                self._sweeping = True

    def _take_files(self, data: bytes) -> None:
        for frame in self._swept.feed(data):
            self._files[frame["path"]] = frame["content"]

    def _output(self, stream: str, data: bytes) -> None:
        allowed = data[: max(self._output_left, 0)]
        self._output_left -= len(data)
        if allowed:
            text = base64.b64encode(allowed).decode()
            self._send({"kind": "output", "id": self.id, "stream": stream, "data": text})

    def _close(self, pipe: int) -> None:
        del self.pipes[pipe]
        os.close(pipe)


def not_started(job: int, error: OSError) -> Frame:
    """The result of a job of which nothing could be begun."""
    return _done(job, Ending("killed"), _not_started(str(error.strerror)), 0.0, {}, None)


def _not_started(why: str) -> str:
    return f"The program could not be started: {why}."


def _done(
    job: int,
    ending: Ending,
    reason: str,
    seconds: float,
    files: dict[str, str],
    report: Any,
) -> Frame:
    return {
        "kind": "done",
        "id": job,
        "status": ending.status,
        "exit_code": ending.exit_code,
        "seconds": seconds,
        "reason": reason,
        "files": files,
        "report": report,
    }
