from __future__ import annotations

import errno
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from sandbox.runner.system_calls import ARCHITECTURES, filter_for

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or os.uname().machine not in ARCHITECTURES,
    reason="the filter is for Linux on x86-64 or ARM",
)
ROOT = Path(__file__).parents[3]


def in_a_child(action: str, lent_files: bool = False) -> str:
    """What `action` prints in a process of its own to which the filter applies."""
    refuse = f"refuse_system_calls({lent_files})"
    lines = ["from sandbox.runner.system_calls import refuse_system_calls", refuse, action]
    command = [sys.executable, "-c", "\n".join(lines)]
    # A lock on what it shares with others, such as /dev/null, would stay as long as any of them lives.
    with tempfile.TemporaryFile() as own:
        ended = subprocess.run(command, cwd=ROOT, stdin=own, capture_output=True, text=True, check=False)
    return ended.stdout.strip() or ended.stderr.strip().splitlines()[-1]


@pytest.mark.parametrize(
    "action",
    [
        "import ctypes; l = ctypes.CDLL(None, use_errno=True); l.unshare(0x10000000); print(ctypes.get_errno())",
        "import ctypes; l = ctypes.CDLL(None, use_errno=True); l.ptrace(0, 0, 0, 0); print(ctypes.get_errno())",
        "import ctypes; l = ctypes.CDLL(None, use_errno=True); l.shmget(0, 4096, 0o1600); print(ctypes.get_errno())",
        "import os, resource\ntry: resource.prlimit(os.getppid(), 7)\nexcept OSError as e: print(e.errno)",
        "import socket\ntry: socket.socket(40, 1)\nexcept OSError as e: print(e.errno)",
    ],
)
def test_what_no_job_needs_is_refused(action: str) -> None:
    assert in_a_child(action) == str(errno.EPERM)


@pytest.mark.parametrize(
    "action",
    [
        "import socket as s; [s.socket(f).close() for f in (s.AF_INET, s.AF_INET6, s.AF_UNIX)]; print(1)",
        "import threading; t = threading.Thread(target=print, args=(1,)); t.start(); t.join()",
        "import subprocess; print(subprocess.run(['echo', '1'], capture_output=True, text=True).stdout)",
        "import multiprocessing as m; p = m.get_context('fork').Process(target=print, args=(1,)); p.start(); p.join()",
        "import resource; resource.setrlimit(resource.RLIMIT_CORE, (0, 0)); print(1)",
        "import asyncio; asyncio.run(asyncio.sleep(0)); print(1)",
    ],
)
def test_what_programs_do_every_day_goes_on(action: str) -> None:
    assert in_a_child(action) == "1"


LENT = {
    "import fcntl\ntry: print(fcntl.flock(0, fcntl.LOCK_EX))\nexcept OSError as e: print(e.errno)": errno.ENOLCK,
    "import ctypes; l = ctypes.CDLL(None, use_errno=True); l.inotify_init(); print(ctypes.get_errno())": errno.ENOSYS,
    "import ctypes; l = ctypes.CDLL(None, use_errno=True); l.inotify_init1(0); print(ctypes.get_errno())": errno.ENOSYS,
}


@pytest.mark.parametrize(("action", "error"), LENT.items())
def test_files_that_are_lent_can_be_neither_locked_nor_watched(action: str, error: int) -> None:
    assert in_a_child(action, lent_files=True) == str(error)
    assert in_a_child(action) != str(error)


@pytest.mark.parametrize("command", ["F_SETLEASE", "F_NOTIFY"])
def test_nobody_is_kept_waiting_by_a_lease_or_watched_in_a_folder(command: str, tmp_path: Path) -> None:
    path = tmp_path / "own"
    path.touch()
    what = path if command == "F_SETLEASE" else tmp_path
    action = f"import fcntl, os\nfile = os.open({str(what)!r}, 0)\ntry: fcntl.fcntl(file, fcntl.{command}, 1)\n"
    assert in_a_child(f"{action}except OSError as e: print(e.errno)") == str(errno.EPERM)


@pytest.mark.parametrize("machine", ARCHITECTURES)
def test_the_filter_is_whole_instructions_and_short_enough_for_the_kernel(machine: str) -> None:
    instructions, rest = divmod(len(filter_for(machine)), 8)
    assert rest == 0
    assert 100 < instructions < 4096
