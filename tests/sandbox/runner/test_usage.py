from __future__ import annotations

import os
import subprocess
import sys

import pytest

from sandbox.runner.usage import Process, belonging, memory_together, processes

HOLDING = "held = bytearray(b'x' * 50_000_000); print(1, flush=True); input()"
needs_proc = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has this kind of /proc")


@needs_proc
def test_the_memory_of_a_child_is_seen() -> None:
    command = [sys.executable, "-c", HOLDING]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == b"1\n"
        (found,) = [process for process in processes() if process.pid == child.pid]
        child.communicate(b"\n")
    assert (found.parent, found.user) == (os.getpid(), os.getuid())
    assert 50_000_000 <= found.memory < 150_000_000


def test_a_job_is_all_processes_of_its_user_or_else_all_that_descend_from_its_first() -> None:
    main, child, grandchild = Process(10, 1, 7, 0), Process(11, 10, 7, 0), Process(12, 11, 7, 0)
    daemon, other = Process(13, 1, 7, 0), Process(20, 1, 8, 0)
    found = [grandchild, other, daemon, child, main]
    assert set(belonging(found, [7], 10)) == {main, child, grandchild, daemon}
    assert set(belonging(found, (), 10)) == {main, child, grandchild}


@needs_proc
def test_what_has_ended_uses_no_memory() -> None:
    (itself,) = [process for process in processes() if process.pid == os.getpid()]
    assert 0 < memory_together([itself]) <= itself.memory
    with subprocess.Popen([sys.executable, "-c", "pass"]) as child:
        child.wait()
        assert memory_together([Process(child.pid, os.getpid(), 0, 5_000)]) == 0
