"""Runs inside the sandbox: work in forked processes, which see nothing of each other and can't outlive their time."""

import json
import os
import resource
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterable, Sequence
from typing import IO, Any, NamedTuple, NoReturn, TypeVar

AT_ONCE = 2
LOOK_SECONDS = 0.002
BUSY_FACTOR = 6  # as many seconds of the clock for one of processor time

T = TypeVar("T")


class Budget:
    """Seconds of processor time for all that is forked from now on, which don't depend on how busy it is here.

    Nothing goes on after `until`, by the clock, for where it is very busy.
    """

    def __init__(self, seconds: float, until: float) -> None:
        self._end, self.until = _spent() + seconds, until

    @property
    def left(self) -> float:
        """Seconds; nothing or less where all was used."""
        return self._end - _spent() if time.monotonic() < self.until else 0.0

    def part(self, share: float) -> "Budget":
        """A share, 0 to 1, of what is left, by both clocks."""
        now = time.monotonic()
        return Budget(share * self.left, now + share * (self.until - now))


class _Worker(NamedTuple):
    number: int
    told: IO[bytes]
    until: float


def each(work: Callable[[T], Iterable[Any]], items: Sequence[T], seconds: float, budget: Budget) -> list[list[Any]]:
    """What `work` yields for each item, in processes of their own; what can be JSON can be yielded.

    One that computes for more than `seconds`, waits for ever or dies has what it yielded until then. Where the budget
    is used up, no more are begun, and theirs are empty.
    """
    found: list[list[Any]] = [[] for _ in items]
    waiting, running = list(enumerate(items)), dict[int, _Worker]()
    waiting.reverse()
    while running or (waiting and budget.left > 0):
        while waiting and len(running) < AT_ONCE and budget.left > 0:
            number, item = waiting.pop()
            process, told = _begin(work, item, seconds)
            running[process] = _Worker(number, told, min(budget.until, time.monotonic() + BUSY_FACTOR * seconds))
        for process, worker in list(running.items()):
            if _has_ended(process, worker.until):
                del running[process]
                found[worker.number] = _read(worker.told)
        time.sleep(LOOK_SECONDS)
    return found


def _begin(work: Callable[[T], Iterable[Any]], item: T, seconds: float) -> tuple[int, IO[bytes]]:
    told = tempfile.TemporaryFile()  # noqa: SIM115  (it lives as long as the process)
    process = os.fork()
    if not process:
        _work(work, item, told, seconds)
    return process, told


def _work(work: Callable[[T], Iterable[Any]], item: T, told: IO[bytes], seconds: float) -> NoReturn:
    try:
        _, most = resource.getrlimit(resource.RLIMIT_CPU)
        limit = int(time.process_time() + seconds) + 1
        resource.setrlimit(resource.RLIMIT_CPU, (limit, most))
        nothing = os.open(os.devnull, os.O_RDWR)
        for descriptor in (0, 1, 2):
            os.dup2(nothing, descriptor)
        for value in work(item):
            told.write(json.dumps(value).encode() + b"\n")
            told.flush()
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout = sys.stderr = None
        os._exit(0)


def _has_ended(process: int, until: float) -> bool:
    if os.waitpid(process, os.WNOHANG)[0]:
        return True
    if time.monotonic() > until:
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
        return True
    return False


def _read(told: IO[bytes]) -> list[Any]:
    """All whole lines; what a program may have written among them ends the reading."""
    values = []
    with told:
        told.seek(0)
        for line in told.read().splitlines():
            try:
                values.append(json.loads(line))
            except ValueError:
                break
    return values


def _spent() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
