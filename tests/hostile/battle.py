"""Running hostile programs in one sandbox, several at once, and looking at what is left of them."""

from __future__ import annotations

import os
from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import cast

from cancel import Cancel
from sandbox.base import Job, JobResult, Sandbox
from sandbox.client import RunnerClient
from sandbox.restarting import RunnerSandbox

TOKEN = f"token{os.getpid()}"
"""Part of the name of each program's file, so that its processes can be told."""

PROCESSES = '''
import os, time
def processes():
    """The command lines of all but this one and the runner's own, which share its session; a job has one to itself."""
    found = []
    runners = os.getsid(os.getppid())
    for pid in {name for name in os.listdir("/proc") if name.isdigit()} - {str(os.getpid())}:
        try:
            with open(f"/proc/{pid}/stat") as stat, open(f"/proc/{pid}/cmdline") as line:
                if stat.read().rpartition(")")[2].split()[0] not in "ZX" and os.getsid(int(pid)) != runners:
                    found.append(line.read())
        except OSError:
            pass
    return found
'''
NEXT = """
deadline = time.monotonic() + 60
while (left := [line for line in processes() if NAME in line]) and time.monotonic() < deadline:
    time.sleep(0.02)
open("file", "w").write("fine")
print(left, open("file").read())
"""
ALL_WELL = "[] fine\n"
STATE = """
ALONE = 3  # the folder of jobs itself, its parent and this job; the runner rehearses there at first
own = os.path.dirname(os.getcwd())
jobs = os.path.dirname(own)
deadline = time.monotonic() + 60
while (len(processes()) > EXPECTED or os.stat(jobs).st_nlink > ALONE) and time.monotonic() < deadline:
    time.sleep(0.02)
shared = [sorted(os.listdir(folder)) for folder in ("/tmp", "/dev/shm")]
disk = os.statvfs(jobs)
print(len(processes()), os.stat(jobs).st_nlink, shared, disk.f_blocks - disk.f_bfree < 2560)
"""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a program ended, and what the next job printed: `ALL_WELL`, if it was undisturbed."""

    result: JobResult
    next: str


@dataclass(frozen=True, slots=True)
class State:
    """The connection to a runner, and what a job sees there: the processes of others, and the rest as text."""

    runner: RunnerClient
    processes: int
    rest: str

    @property
    def left(self) -> tuple[int, str]:
        """What a job may have left there."""
        return self.processes, self.rest


def file_name(name: str) -> str:
    """The name of a program's file in its job."""
    return f"{name}_{TOKEN}.py"


def run_all(sandbox: Sandbox, jobs: Mapping[str, Job], at_once: int) -> dict[str, Future[Outcome]]:
    """Run each job, followed by a harmless one, and wait until all have ended."""
    with ThreadPoolExecutor(at_once) as pool:
        return {name: pool.submit(_run, sandbox, name, job) for name, job in jobs.items()}


def look(sandbox: Sandbox, processes: int = 0) -> State:
    """The state of the sandbox, once no more than so many processes are left, or after some seconds."""
    said = _script(sandbox, f"EXPECTED = {processes}", STATE).stdout
    count, rest = said.split(" ", 1)
    return State(cast("RunnerSandbox", sandbox)._client, int(count), rest)


def _run(sandbox: Sandbox, name: str, job: Job) -> Outcome:
    result = sandbox.run(job, Cancel())
    after = _script(sandbox, f"NAME = {file_name(name)!r}", NEXT)
    return Outcome(result, after.stdout + after.stderr + after.reason)


def _script(sandbox: Sandbox, *parts: str) -> JobResult:
    return sandbox.run(Job({}, ("python", "-c", "\n".join((PROCESSES, *parts)))), Cancel())
