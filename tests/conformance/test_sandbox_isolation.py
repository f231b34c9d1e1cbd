"""What no program may in a sandbox that isolates, and what none leaves behind."""

from __future__ import annotations

from sandbox.base import JobLimits, Sandbox
from tests.conformance.sandbox_helpers import LEFT_BEHIND, run
from tests.fakes.waiting import until

COUNT_LEFT_BEHIND = """
import os
found = 0
for pid in filter(str.isdigit, os.listdir("/proc")):
    try:
        found += b"os.setsid" in open(f"/proc/{pid}/cmdline", "rb").read() and int(pid) != os.getpid()
    except OSError:
        pass
print(found)
"""
FORK_BOMB = "import os\nwhile True:\n    try:\n        os.fork()\n    except OSError:\n        pass\n"
NETWORK = """
import socket
for address in [("1.1.1.1", 53), ("169.254.169.254", 80), ("172.17.0.1", 22)]:
    try:
        socket.create_connection(address, timeout=2)
    except OSError:
        pass
    else:
        print("reached", address)
print(*(name for _, name in socket.if_nameindex()))
"""


def test_nothing_of_a_job_is_left_for_the_next(isolating: Sandbox) -> None:
    script = """
import os, tempfile
start = os.getcwd()
for folder in (start, "/tmp", "/dev/shm", tempfile.gettempdir()):
    os.makedirs(f"{folder}/deep/folder", exist_ok=True)
    open(f"{folder}/deep/trace", "w").close()
for _ in range(2000):
    os.mkdir("deeper")
    os.chdir("deeper")
os.chdir(start)
os.chmod("deep/folder", 0)
os.chmod("deep", 0o500)
os.chmod(".", 0)
"""
    look = "import os; print([os.listdir(f) for f in ('/tmp', '/dev/shm', '.', os.environ['TMPDIR'])])"
    before = run(isolating, "python", "-c", look).stdout  # /tmp isn't empty where Assay itself is below it
    assert before.endswith("[], [], []]\n")
    assert run(isolating, "python", "-c", script).exit_code == 0
    assert run(isolating, "python", "-c", look).stdout == before
    here = run(isolating, "python", "-c", "import os; print(os.getcwd())").stdout
    others = here.strip().rsplit("/", 2)[0]
    count = f"import os, sys; sys.exit(os.stat({others!r}).st_nlink)"

    def only_this_very_job() -> bool:
        return run(isolating, "python", "-c", count).exit_code == 3  # itself, its parent, and the job

    until(only_this_very_job, "the runner's own rehearsal is over")


def test_a_fork_bomb_is_contained(isolating: Sandbox) -> None:
    result = run(isolating, "python", "-c", FORK_BOMB, limits=JobLimits(seconds=2, processes=40))
    assert result.status == "timeout"
    assert run(isolating, "python", "-c", "print('fine')").stdout == "fine\n"


def test_what_a_job_leaves_running_is_killed(sandbox: Sandbox) -> None:
    before = run(sandbox, "python", "-c", COUNT_LEFT_BEHIND).stdout
    assert run(sandbox, "python", "-c", LEFT_BEHIND).status == "exited"
    assert run(sandbox, "python", "-c", COUNT_LEFT_BEHIND).stdout == before


def test_there_is_no_network(isolating: Sandbox) -> None:
    result = run(isolating, "python", "-c", NETWORK)
    assert result.stdout.split() in ([], ["lo"]), result


def test_the_system_can_not_be_written(isolating: Sandbox) -> None:
    script = """
import os
for folder in ("/", "/usr", "/etc", "/dev", "/usr/lib", "/var", "/root", "/home", "/proc/sys/kernel"):
    try:
        open(f"{folder}/trace", "w")
        print(folder)
    except OSError:
        pass
"""
    assert run(isolating, "python", "-c", script).stdout == ""


def test_isolation_is_said_in_a_sentence(sandbox: Sandbox) -> None:
    assert sandbox.name in ("docker", "bubblewrap", "process")
    assert sandbox.isolation.endswith(".")
