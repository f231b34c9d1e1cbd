"""Sandboxes without an engine whose runner hangs, or whose app is killed."""

from __future__ import annotations

from pathlib import Path

import psutil
import pytest

from sandbox.errors import SandboxUnavailable
from sandbox.registry import open_sandbox
from sandbox.scratch import remove_orphaned_folders
from tests.fakes.processes import lives, output_of, python
from tests.fakes.specs import PYTHON
from tests.fakes.waiting import until

NAMES = [pytest.param("bubblewrap", marks=pytest.mark.bubblewrap), "process"]


@pytest.fixture(scope="module", params=NAMES)
def name(request: pytest.FixtureRequest) -> str:
    """Whether one can be opened is looked up once for all tests."""
    found: str = request.param
    try:
        open_sandbox(PYTHON, found, None, print).close()
    except SandboxUnavailable as problem:
        pytest.skip(f"{problem} {problem.advice}")
    return found


def test_a_runner_that_hangs_is_closed_with_all_its_processes(name: str) -> None:
    before = set(psutil.Process().children(recursive=True))
    sandbox = open_sandbox(PYTHON, name, None, print)
    processes = [one for one in psutil.Process().children(recursive=True) if one not in before]
    assert processes
    for process in processes:
        process.suspend()
    sandbox.close()
    until(lambda: not any(map(lives, processes)), "its processes are gone")


def test_a_job_of_an_app_that_is_killed_ends_and_leaves_nothing(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with python("faults/hold_sandbox.py", name) as holder:
        assert output_of(holder).readline() == "up\n"
        processes = psutil.Process(holder.pid).children(recursive=True)
        assert len(processes) >= 2
        holder.kill()
        until(lambda: not any(map(lives, processes)), "its processes are gone")
    remove_orphaned_folders()
    assert list(tmp_path.iterdir()) == []
