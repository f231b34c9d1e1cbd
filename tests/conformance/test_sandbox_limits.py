"""What every sandbox limits."""

from __future__ import annotations

import os
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import psutil
import pytest

from cancel import Cancel
from errors import Cancelled
from sandbox.base import MEGABYTE, Job, JobLimits, Sandbox
from tests.conformance.sandbox_helpers import BUBBLEWRAP, DOCKER, on_process, opened, run
from tests.fakes.stopped import sleep_for
from tests.fakes.waiting import SECONDS

BUSY = """
if any(os.fork() == 0 for _ in range({})):
    os.setsid()  # or Linux would give them only one session's share
    while True: pass
print("busy", flush=True)
while True: pass
"""
HALF_A_SECOND = "import time\nwhile time.process_time() < 0.5: pass"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what works and what waits")
def test_the_clock_ends_what_waits_and_lets_what_works_go_on(sandbox: Sandbox) -> None:
    works = b"import time\nuntil = time.monotonic() + 2.5\nwhile time.monotonic() < until: pass\nprint('done')\n"
    limits = JobLimits(seconds=1.0)
    result = run(sandbox, "python", "a.py", files={"a.py": works}, limits=limits)
    assert (result.status, result.stdout) == ("exited", "done\n")
    result = run(sandbox, "python", "a.py", files={"a.py": b"import time\ntime.sleep(60)\n"}, limits=limits)
    assert (result.status, result.reason) == ("timeout", "The program did not finish within 1 s.")


def test_time_in_which_all_is_stopped_is_on_no_jobs_account() -> None:
    """As where a laptop sleeps, for longer than the job may take."""
    itself = psutil.Process()
    others = set(itself.children(recursive=True))
    script = "import time; print(1, flush=True); [time.sleep(0.1) for _ in range(10)]"
    with closing(opened("process")) as sandbox:

        def stop(_: str) -> None:
            sleep_for(12, set(itself.children(recursive=True)) - others)

        result = run(sandbox, "python", "-c", script, limits=JobLimits(seconds=6), on_output=stop)
    assert (result.status, result.exit_code) == ("exited", 0), result
    assert result.seconds < 6


# Processor time is counted for all of a job's processes together, those that have ended as well.
COMPUTING = {
    "in children": "import os\nif os.fork(): os.wait()\nwhile True: pass",
    "one after another": "import os, time\nwhile True:\n    if os.fork(): os.wait(); continue\n"
    "    while time.process_time() < 0.4: pass\n    os._exit(0)",
}


@pytest.mark.parametrize("script", [pytest.param(script, id=name) for name, script in COMPUTING.items()])
def test_a_job_that_computes_is_ended_by_its_processor_time(sandbox: Sandbox, script: str) -> None:
    ignoring = "import signal; [signal.signal(n, signal.SIG_IGN) for n in (signal.SIGTERM, signal.SIGXCPU)]\n"
    result = run(
        sandbox, "python", "-c", f"{ignoring}print('here', flush=True)\n{script}", limits=JobLimits(cpu_seconds=1)
    )
    assert (result.status, result.exit_code, result.stdout) == ("timeout", None, "here\n")
    assert result.reason == "The program did not finish within 1 s."
    assert result.seconds >= 0.5


# Files that give whoever starts them the rights of another user or group, or a part of root's.
GIVES_RIGHTS = """
import os
for folder, folders, names in os.walk("/"):
    if folder == "/":
        folders[:] = [name for name in folders if name not in ("proc", "sys", "dev")]
    for path in (os.path.join(folder, name) for name in names):
        try:
            if os.path.islink(path):
                continue
            if os.stat(path).st_mode & 0o6000 or "security.capability" in os.listxattr(path):
                print(path)
        except OSError:
            pass
"""


@pytest.mark.parametrize("sandbox", [DOCKER], indirect=True)
def test_no_program_gives_other_rights(sandbox: Sandbox) -> None:
    result = run(sandbox, "python", "-c", GIVES_RIGHTS)
    assert (result.exit_code, result.stdout) == (0, "")


@pytest.mark.parametrize("sandbox", [DOCKER, BUBBLEWRAP], indirect=True)
def test_no_job_can_be_given_other_rights(sandbox: Sandbox) -> None:
    said = run(sandbox, "python", "-c", "print(open('/proc/self/status').read())").stdout
    assert "NoNewPrivs:\t1" in said
    assert "CapEff:\t0000000000000000" in said


@on_process
def test_a_busy_machine_uses_up_nobodys_processor_time(sandbox: Sandbox) -> None:
    busy = 4 * (os.cpu_count() or 1)
    cancel, begun = Cancel(), threading.Event()
    crowd = Job({}, ("python", "-c", f"import os\n{BUSY.format(busy)}"), JobLimits(600, 600, processes=busy + 8))
    with ThreadPoolExecutor() as pool:
        load = pool.submit(sandbox.run, crowd, cancel, lambda _: begun.set())
        assert begun.wait(SECONDS)
        result = run(sandbox, "python", "-c", HALF_A_SECOND, limits=JobLimits(cpu_seconds=0.9))
        cancel.cancel("enough")
        with pytest.raises(Cancelled):
            load.result()
    assert (result.status, result.exit_code) == ("exited", 0), result
    assert result.seconds > 0.9, "the machine wasn't busy"


def test_a_job_that_writes_too_much_is_ended(sandbox: Sandbox) -> None:
    limits = JobLimits(output_bytes=100_000)
    result = run(sandbox, "python", "-c", "while True: print('x' * 9999)", limits=limits)
    assert (result.status, result.exit_code) == ("output_limit", None)
    assert len(result.stdout) == 100_000
    assert "100000 bytes" in result.reason


def test_a_job_that_takes_too_much_memory_gets_a_memory_error(sandbox: Sandbox) -> None:
    limits = JobLimits(memory_mb=200)
    result = run(sandbox, "python", "-c", f"x = b'x' * {900 * MEGABYTE}", limits=limits)
    assert result.exit_code == 1
    assert "MemoryError" in result.stderr


def test_a_file_can_grow_only_so_far(sandbox: Sandbox) -> None:
    script = f"open('f', 'wb').write(b'x' * {2 * MEGABYTE})"
    result = run(sandbox, "python", "-c", script, limits=JobLimits(file_bytes=MEGABYTE))
    assert "File too large" in result.stderr


SHARES = """
import os, time
held, forks = b"x" * 300_000_000, []
for _ in range(5):
    if not (pid := os.fork()):
        {}
        time.sleep(1.5)
        os._exit(0)
    forks.append(pid)
print([os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) for pid in forks])
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what is shared")
@pytest.mark.parametrize("sandbox", [DOCKER, BUBBLEWRAP], indirect=True)
def test_what_forks_share_counts_once(sandbox: Sandbox) -> None:
    result = run(sandbox, "python", "a.py", files={"a.py": SHARES.format("pass").encode()})
    assert (result.status, result.stdout) == ("exited", "[0, 0, 0, 0, 0]\n"), result.reason
    result = run(sandbox, "python", "a.py", files={"a.py": SHARES.format("held = held[1:] + b'y'").encode()})
    assert (result.status, result.reason) == (
        "killed",
        "The program and what it started used more than 1024 MB of memory.",
    )
