"""Processes with a language's tools loaded already, each waiting to be forked: a job begins as the copy of one.

The runner itself stays small, for a fork takes time by the memory of whoever forks.
"""

from __future__ import annotations

import contextlib
import gc
import os
import select
import socket
import struct
import traceback
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from itertools import chain
from typing import NoReturn

from . import processes
from .immortal import make_immortal
from .language import Language, function

REQUEST = struct.Struct(">I")  # a job's number; the descriptors that the job gets come along with it
ANSWER = struct.Struct(">cIi")  # what became of which job, and a number
STARTED, ENDED, FAILED = b"s", b"e", b"f"
DESCRIPTORS = 5
NO_JOB = 2**32 - 1  # in a request's place: only to be prepared
HANDOVER = b"h"
ANSWERS = 100
QUIET_SECONDS = 0.5


@dataclass(frozen=True)
class Answer:
    """What a zygote says of a job. `number` is the process, or how it ended as in waitpid(2), or the error's."""

    kind: bytes
    job: int
    number: int


class Zygote:
    """The runner's side of one zygote, which `name` says how to prepare."""

    def __init__(self, language: Language, name: str) -> None:
        self._socket, theirs = socket.socketpair()
        self.pid = os.fork()
        if self.pid == 0:
            _become_zygote(theirs.detach(), language, name)
        theirs.close()

    def fileno(self) -> int:
        """Readable where there are answers."""
        return self._socket.fileno()

    def fork(self, job: int, descriptors: list[int]) -> None:
        """Have it fork `job`, with its standard input, output and error, its report and its task."""
        socket.send_fds(self._socket, [REQUEST.pack(job)], descriptors)

    def prepare(self) -> None:
        """Have it prepared now, if it waits with that."""
        self._socket.sendall(REQUEST.pack(NO_JOB))

    def answers(self) -> Iterator[Answer]:
        """What it has to say. Raises `ConnectionError` where it has ended."""
        data = self._socket.recv(ANSWER.size * ANSWERS)
        if not data:
            raise ConnectionError("a zygote ended")
        return (Answer(*fields) for fields in ANSWER.iter_unpack(data))


def _become_zygote(connection: int, language: Language, name: str) -> NoReturn:
    try:
        processes.reset_signals()
        processes.close_all_but(connection)
        # The runner may be killed, and a zygote would wait for it for ever.
        processes.die_with_parent()
        with socket.socket(fileno=connection) as to_runner:
            _Forker(to_runner, language, name).serve()
    except Exception:
        traceback.print_exc()  # all that is left to know why
    finally:
        os._exit(0)


class _Forker:
    """A zygote itself. One fork is always made beforehand, so that a job needn't wait for its own."""

    def __init__(self, to_runner: socket.socket, language: Language, name: str) -> None:
        self._to_runner = to_runner
        self._wakeup = processes.wake_on_child()
        self._jobs: dict[int, int] = {}
        self._spare: _Spare | None = None
        package = __name__.rpartition(".")[0]
        # Loaded before anything is prepared, for a language may seal what is there.
        self._run = partial(import_module(f"{package}.child").run, language.functions(name), language.environment)
        for lent_files in (False, True):
            import_module(f"{package}.system_calls").filter_for_this_machine(lent_files)
        preparation = language.zygotes[name]
        self._first: tuple[str, ...] | None = preparation.at_once
        self._later: tuple[str, ...] | None = None
        self._when_quiet = preparation.when_quiet
        if not preparation.waits:
            self._prepare_first()

    def serve(self) -> None:
        """Fork whenever the runner says so, until it is gone."""
        connection = self._to_runner.fileno()
        while True:
            timeout = None if self._later is None else QUIET_SECONDS
            ready = select.select([connection, self._wakeup], [], [], timeout)[0]
            if connection in ready and not self._fork_one():
                return
            if self._wakeup in ready:
                os.read(self._wakeup, ANSWERS)
                self._reap()
            if not ready and not self._jobs and self._later is not None:
                # Not at once, for to become immortal takes as long as many jobs gain by it.
                self._prepare(chain(map(function, self._later), [make_immortal]))
                self._later = None

    def _prepare_first(self) -> None:
        if self._first is not None:
            self._prepare(map(function, self._first))
            self._first, self._later = None, self._when_quiet

    def _prepare(self, steps: Iterable[Callable[[], object]]) -> None:
        gc.disable()  # what is loaded stays; to look for garbage in it meanwhile takes a tenth as long
        for step in steps:
            step()
        gc.collect()
        gc.freeze()  # keeps the collector from touching, and so copying, what forks share
        gc.enable()
        self._spare = None
        self._make_spare()

    def _make_spare(self) -> None:
        if self._spare is None:
            with contextlib.suppress(OSError):  # where there is no room for a process now, the next job tries again
                self._spare = _Spare(self._run)

    def _fork_one(self) -> bool:
        data, descriptors, _, _ = socket.recv_fds(self._to_runner, REQUEST.size, DESCRIPTORS)
        if not data:
            return False
        (job,) = REQUEST.unpack(data)
        self._prepare_first()
        if job == NO_JOB:
            return True
        try:
            fork = self._spare or _Spare(self._run)
            fork.begin(descriptors)
        except OSError as error:
            self._answer(FAILED, job, error.errno or 0)
        else:
            self._jobs[fork.pid] = job
            self._answer(STARTED, job, fork.pid)
        self._spare = None
        for descriptor in descriptors:
            os.close(descriptor)
        return True

    def _reap(self) -> None:
        with contextlib.suppress(ChildProcessError):
            while (ended := os.waitpid(-1, os.WNOHANG))[0]:
                if ended[0] in self._jobs:
                    self._answer(ENDED, self._jobs.pop(ended[0]), ended[1])
                elif self._spare and self._spare.pid == ended[0]:
                    self._spare = None
        self._make_spare()

    def _answer(self, kind: bytes, job: int, number: int) -> None:
        self._to_runner.sendall(ANSWER.pack(kind, job, number))


class _Spare:
    """A fork that waits for its job, and then becomes it by `run`."""

    def __init__(self, run: Callable[..., NoReturn]) -> None:
        self._socket, theirs = socket.socketpair()
        self.pid = os.fork()
        if self.pid == 0:
            _become_job(theirs.detach(), run)
        theirs.close()

    def begin(self, descriptors: list[int]) -> None:
        """Let it go on with these. Raises `OSError` where it has gone away."""
        with self._socket:
            socket.send_fds(self._socket, [HANDOVER], descriptors)


def _become_job(connection: int, run: Callable[..., NoReturn]) -> NoReturn:
    try:
        processes.close_all_but(connection)
        with socket.socket(fileno=connection) as to_zygote:
            data, descriptors, _, _ = socket.recv_fds(to_zygote, len(HANDOVER), DESCRIPTORS)
        if data:
            run(*descriptors)
    finally:
        os._exit(0)
