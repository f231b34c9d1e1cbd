"""The runner's loop: jobs come in on standard input, results go out on standard output.

One thread and `select`, for only a process without threads can be forked safely at any time. The jobs
begin as forks of zygotes, which a language prepares. When standard input ends, the app is gone: everything
is killed, and the runner ends as well.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import select
import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from . import processes, usage
from .clock import Clock
from .frames import Frame, FrameBuffer, encode
from .inputs import Inputs
from .job import OUT_OF_MEMORY, TOO_MANY, Ending, Job, not_started
from .language import BARE, load
from .task import Task
from .zygote import QUIET_SECONDS, Zygote

CHUNK = 1024 * 1024
FIRST_USER = 20000
USERS = 10000  # of jobs; after them come as many who judge, and then those who end what both left running
USAGE_SECONDS = 0.25  # between two looks at what the jobs use

_random = random.SystemRandom()


class Server:
    """Runs the jobs that come from `source` and answers to `sink`, both file descriptors."""

    def __init__(self, options: argparse.Namespace, source: int, sink: int) -> None:
        self._options = options
        self._source = source
        self._sink = sink
        self._buffer = FrameBuffer()
        self._jobs: dict[int, Job] = {}
        # Neither it nor the name of its folder tells a job which one it is.
        self._next_user = _random.randrange(USERS)
        self._step = 10 * _random.randrange(USERS // 10) + _random.choice((1, 3, 7, 9))  # so all have their turn
        self._clock = Clock()
        self._usage_due = 0.0
        self._ended = False
        self._wakeup = processes.wake_on_child()
        self._inputs = Inputs(Path(options.work) / "inputs")
        self._language = load(options.language)
        self._zygotes = {name: Zygote(self._language, name) for name in self._language.zygotes}
        self._all_prepared = False

    def serve(self) -> None:
        """Work until the input ends."""
        self._send({"kind": "ready", "python": sys.version.split()[0]})
        while not self._ended:
            self._turn()
        self._end_all()

    @property
    def _idle(self) -> bool:
        return not self._jobs

    def _turn(self) -> None:
        """Wait for something to happen and deal with it."""
        pipes = {pipe: job for job in self._jobs.values() for pipe in job.pipes}
        zygotes = {zygote.fileno(): zygote for zygote in self._zygotes.values()}
        source = [] if self._ended else [self._source]
        ready = select.select([*source, self._wakeup, *zygotes, *pipes], [], [], self._timeout())[0]
        if not ready and self._idle:
            self._prepare_all()
        for descriptor in ready:
            if descriptor == self._source:
                self._receive()
            elif descriptor == self._wakeup:
                os.read(self._wakeup, CHUNK)
                self._reap()
            elif descriptor in zygotes:
                self._hear(zygotes[descriptor])
            # What came before in this very turn may have closed it.
            elif descriptor in pipes[descriptor].pipes:
                pipes[descriptor].pump(descriptor)
        self._look_after_jobs()

    def _timeout(self) -> float | None:
        """Seconds until something must be done even if nothing happens."""
        if self._idle:
            return QUIET_SECONDS if self._was_used and not self._all_prepared else None
        due = min(self._usage_due, *(job.deadline for job in self._jobs.values()))
        return max(0.0, due - self._clock.now()) + 0.001

    @property
    def _was_used(self) -> bool:
        return self._usage_due > 0

    def _prepare_all(self) -> None:
        """Somebody has begun to try things, and thinks: now is the time for what takes longest to load."""
        for zygote in self._zygotes.values():
            zygote.prepare()
        self._all_prepared = True

    def _receive(self) -> None:
        data = os.read(self._source, CHUNK)
        if not data:
            self._ended = True
        for frame in self._buffer.feed(data):
            if frame["kind"] == "inputs":
                self._inputs.take(frame["files"])
            elif frame["kind"] == "job":
                self._start(frame)
            elif frame["id"] not in self._jobs:
                continue
            elif frame["kind"] == "typed":
                self._jobs[frame["id"]].type(frame["data"])
            else:
                job = self._jobs[frame["id"]]
                job.end(Ending("killed", "The program was stopped."), self._spared(job))

    def _start(self, request: Frame) -> None:
        user = self._user()
        command = self._language.commands.get(request["command"][0])
        reader = self._language.reader(request["command"][0])
        if self._idle:
            self._usage_due = self._clock.now() + USAGE_SECONDS
        task = Task(
            command=request["command"],
            files=request["files"],
            limits=request["limits"],
            folder=Path(self._options.work) / f"{_random.getrandbits(64):016x}",
            user=user,
            judge=user + USERS if user and command and command.judges else None,
            alias=(user or 0) + 2 * USERS,
            shared=self._options.shared,
            count_processes=self._options.count_processes,
            lent_files=self._options.lent_files,
            forked=command is not None,
            secrets=dict(reader.secrets),
        )
        zygote = self._zygotes[command.zygote if command else BARE]
        try:
            self._jobs[request["id"]] = Job(
                request, task, zygote, reader, self._inputs, self._to_sweep, self._send, self._clock.now
            )
        except OSError as error:
            self._send(not_started(request["id"], error))

    def _to_sweep(self) -> tuple[list[Path], list[int]]:
        """The shared folders, none where nobody can tell whose files lie there, without users of their own; and the
        users of the jobs that go on."""
        going = [job.task.user for job in self._jobs.values() if not job.ended and job.task.user is not None]
        return (self._options.shared if self._options.users or len(self._jobs) == 1 else []), going

    def _user(self) -> int | None:
        """A user that no job has had for long; None where users can't be changed."""
        if not self._options.users:
            return None
        # Not the lowest that is free: what an earlier job of that user left would be its own.
        self._next_user = (self._next_user + self._step) % USERS
        return FIRST_USER + self._next_user

    @staticmethod
    def _reap() -> None:
        """Let go of the processes that have ended: sweepers, and adopted ones."""
        with contextlib.suppress(ChildProcessError):
            # Several may end behind one signal.
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass

    def _hear(self, zygote: Zygote) -> None:
        for answer in zygote.answers():
            if job := self._jobs.get(answer.job):
                job.heard(answer, self._spared(job))

    def _look_after_jobs(self) -> None:
        # One look at all processes serves all jobs, for it takes time by how many there are.
        found = self._usage()
        for job in list(self._jobs.values()):
            job.check_output(self._spared(job))
            job.check_usage(found, self._spared(job))
            job.check_time(self._spared(job))
            if found:  # now and then only, so that a job that is soon over sends nothing but its result
                job.tell_news()
            if job.done:
                del self._jobs[job.id]
                self._send(job.result())
        self._hold_together(found)

    def _hold_together(self, found: Sequence[usage.Process]) -> None:
        """Where nothing else limits what all jobs use together, end the one that uses most, as the kernel would."""
        own = {job: job.own(found) for job in self._jobs.values() if not job.ended}
        most = self._options.most_memory
        if most and sum(job.memory(each) for job, each in own.items()) > most:
            self._hold(most, {job: usage.memory_together(each) for job, each in own.items()}, OUT_OF_MEMORY)
        left = {job: usage.threads(each) for job, each in own.items() if not job.ended}
        self._hold(self._options.most_processes, left, TOO_MANY)

    def _hold(self, most: int, used: Mapping[Job, int], ending: Ending) -> None:
        if most and sum(used.values()) > most:
            largest = max(used, key=used.__getitem__)
            largest.end(ending, self._spared(largest))

    def _usage(self) -> list[usage.Process]:
        """All processes, now and then, and when a job's time seems to be up; in between, and without jobs, none."""
        now = self._clock.now()
        if self._idle or now < min(self._usage_due, *(job.deadline for job in self._jobs.values())):
            return []
        self._usage_due = self._clock.now() + USAGE_SECONDS
        return usage.processes()

    def _spared(self, ended: Job) -> set[int]:
        """The processes that must live on when `ended` is killed."""
        others = [job for job in self._jobs.values() if job is not ended]
        zygotes = {zygote.pid for zygote in self._zygotes.values()}
        sweepers = {job.sweeper.pid for job in self._jobs.values() if job.sweeper}
        return zygotes | sweepers | {job.main for job in others}

    def _send(self, frame: Frame) -> None:
        data = encode(frame)
        while data and not self._ended:
            try:
                data = data[os.write(self._sink, data) :]
            except BrokenPipeError:
                self._ended = True

    def _end_all(self) -> None:
        for job in self._jobs.values():
            job.end(Ending("killed"), self._spared(job))
        while self._jobs:
            self._turn()
        shutil.rmtree(self._options.work, ignore_errors=True)


def _own_streams() -> tuple[int, int]:
    """Take standard input and output for the frames, so that nothing else gets between them."""
    source, sink = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    # What a language's tools print by themselves goes where the log is.
    os.dup2(2, 1)
    return source, sink


def _options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("--work", required=True, help="the folder in which jobs get theirs")
    parser.add_argument("--language", type=Path, help="the folder of a language's runner half")
    parser.add_argument("--users", action="store_true", help="run each job as a user of its own")
    parser.add_argument("--count-processes", action="store_true", help="limit how many processes a job may have")
    parser.add_argument("--most-memory", type=int, default=0, help="bytes that all jobs may use together")
    parser.add_argument("--most-processes", type=int, default=0, help="processes and threads that they may have")
    parser.add_argument("--lent-files", action="store_true", help="what jobs see is what others on the machine use")
    parser.add_argument("--shared", action="append", default=[], type=Path, help="a folder jobs may leave files in")
    return parser.parse_args(arguments)


def main(arguments: list[str]) -> None:
    """Run until standard input ends."""
    options = _options(arguments)
    source, sink = _own_streams()
    os.chdir(options.work)
    # Daemons of a program then stay below the runner, where they are found and ended.
    processes.adopt_orphans()
    # It may run as the same user as its jobs, which could else read the other jobs' secrets in it.
    processes.hide_memory()
    Server(options, source, sink).serve()
