"""Several jobs of one sandbox at once, and how they and it come to an end."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import psutil
import pytest

from cancel import Cancel
from errors import Cancelled
from sandbox.base import Job, JobLimits, Sandbox
from sandbox.errors import SandboxError, SandboxLost
from tests.conformance.sandbox_helpers import BUBBLEWRAP, DOCKER, LEFT_BEHIND, SLEEP, run, ticking_job
from tests.fakes.waiting import until

COUNT = """
import os
found = 0
for pid in filter(str.isdigit, os.listdir("/proc")):
    try:
        found += {!r} in open(f"/proc/{{pid}}/cmdline").read() and int(pid) != os.getpid()
    except OSError:
        pass
print(found)
"""


def count(sandbox: Sandbox, word: str) -> int:
    """How many other processes a job sees that have `word` in their command lines."""
    return int(run(sandbox, "python", "-c", COUNT.format(word)).stdout)


def test_two_jobs_run_at_the_same_time(sandbox: Sandbox) -> None:
    with ticking_job(sandbox) as first, ticking_job(sandbox) as second:
        assert first()
        assert second()
        assert first()


def test_ending_one_job_leaves_the_other_alone(sandbox: Sandbox) -> None:
    with ticking_job(sandbox) as alive:
        assert alive()
        assert run(sandbox, *SLEEP, limits=JobLimits(seconds=0.5)).status == "timeout"
        assert run(sandbox, "python", "-c", LEFT_BEHIND).status == "exited"
        assert alive()


OPEN = """
import os
os.umask(0)
os.makedirs("/tmp/x/{0}")
open("/tmp/x/{0}/mine", "w").close()
while not os.path.exists("/tmp/x/{0}/done"):
    pass
"""
NESTED = """
import os
while not os.path.exists("/tmp/x/{0}/mine"):
    pass
os.chdir("/tmp/x/{0}")
for number in range(300):
    os.mkdir("b" * 50)
    os.chdir("b" * 50)
with open("note", "wb") as note:
    note.write(bytes(1 << 20))
os.chmod(".", 0)
os.umask(0)
open("/tmp/x/{0}/done", "w").close()
while {1} and os.path.exists("/tmp/x/{0}/mine"):
    pass
"""
LEFT = "import os; v = os.statvfs('/tmp'); print(os.listdir('/tmp'), v.f_bfree * v.f_bsize >> 20)"


@pytest.mark.parametrize("sandbox", [DOCKER, BUBBLEWRAP], indirect=True)
@pytest.mark.parametrize("stays", [False, True], ids=["nobody stays", "the second stays"])
def test_what_two_jobs_leave_in_each_others_folders_goes(sandbox: Sandbox, stays: bool) -> None:
    """The second stays until what the first left in the same folder is gone, its own is not."""
    before, place = run(sandbox, "python", "-c", LEFT).stdout, secrets.token_hex(4)
    with ThreadPoolExecutor() as pool:
        scripts = OPEN.format(place), NESTED.format(place, stays)
        ended = [pool.submit(run, sandbox, "python", "-c", script) for script in scripts]
    assert [(one.result().status, one.result().stderr) for one in ended] == [("exited", "")] * 2
    assert run(sandbox, "python", "-c", LEFT).stdout == before


def test_what_a_job_leaves_running_is_killed(sandbox: Sandbox) -> None:
    mark = secrets.token_hex(8)  # a plain process sees those of others, too
    assert run(sandbox, "python", "-c", f"{LEFT_BEHIND}\n# {mark}").status == "exited"
    assert count(sandbox, mark) == 0


def test_a_cancelled_job_ends_at_once(sandbox: Sandbox) -> None:
    cancel = Cancel()
    job = Job({}, ("python", "-c", "print(1, flush=True); import time; time.sleep(60)"))
    with pytest.raises(Cancelled, match="You pressed Stop"):
        sandbox.run(job, cancel, lambda _: cancel.cancel("You pressed Stop."))
    with pytest.raises(Cancelled):
        sandbox.run(job, cancel)
    assert run(sandbox, "python", "-c", "print(1)").stdout == "1\n"


@pytest.mark.parametrize("sandbox", [BUBBLEWRAP], indirect=True)  # in which nobody else's processes are seen
def test_a_job_that_is_cancelled_before_it_runs_never_does(sandbox: Sandbox) -> None:
    for number in range(30):
        cancel = Cancel()
        threading.Timer(number / 10_000, cancel.cancel, ["Stop."]).start()
        with pytest.raises(Cancelled):
            sandbox.run(Job({}, SLEEP), cancel)
    until(lambda: count(sandbox, "time.sleep(60)") == 0, "none of them is left")


def test_closing_from_another_thread_frees_a_job(fresh: Sandbox) -> None:
    with pytest.raises(SandboxLost):
        run(fresh, "python", "-c", "print(1, flush=True); import time; time.sleep(60)", on_output=closing(fresh))
    fresh.close()
    with pytest.raises(SandboxError):
        run(fresh, "python", "-c", "")


def closing(sandbox: Sandbox) -> Callable[[str], None]:
    return lambda _: threading.Thread(target=sandbox.close).start()


def test_cancel_counts_more_than_the_loss_it_causes(fresh: Sandbox) -> None:
    cancel = Cancel()

    def stop(_: str) -> None:
        fresh.close()
        cancel.cancel("Stopped.")

    with pytest.raises(Cancelled):
        fresh.run(Job({}, ("python", "-c", "print(1, flush=True); import time; time.sleep(60)")), cancel, stop)


def test_after_the_runner_was_killed_the_next_job_gets_a_new_one(local: Sandbox) -> None:
    def kill(_: str) -> None:
        for process in psutil.Process().children(recursive=True):
            with suppress(psutil.NoSuchProcess):
                process.kill()

    with pytest.raises(SandboxLost) as loss:
        run(local, "python", "-c", "print(1, flush=True); import time; time.sleep(60)", on_output=kill)
    assert loss.value.advice
    assert run(local, "python", "-c", "print(2)").stdout == "2\n"
