"""Limits on a container that its engine doesn't hold."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from docker import DockerClient

from cancel import Cancel
from sandbox.base import MEGABYTE, Job, JobResult, Sandbox
from sandbox.docker import ISOLATION
from sandbox.engine import engine_status
from sandbox.holds import DELEGATE, Holds
from sandbox.registry import open_sandbox
from tests.fakes.limitless_engine import LimitlessEngine
from tests.fakes.machine_engine import own
from tests.fakes.specs import PYTHON

HELD_MEMORY = "x = b'x' * 200_000_000; import time; time.sleep(2)"
PROCESSES = "import os, time\nfor _ in range(25):\n    if os.fork() == 0: break\ntime.sleep(2)"


@pytest.fixture
def limitless(engine: DockerClient, tmp_path: Path) -> Iterator[LimitlessEngine]:
    proxy = LimitlessEngine(tmp_path)
    yield proxy
    proxy.stop()


@pytest.fixture
def sandbox(limitless: LimitlessEngine, monkeypatch: pytest.MonkeyPatch) -> Iterator[Sandbox]:
    monkeypatch.setattr("sandbox.local.MEMORY", 300 * MEGABYTE)
    monkeypatch.setattr("sandbox.local.PROCESSES", 40)
    with closing(open_sandbox(PYTHON, "docker", limitless.host, print)) as opened:
        yield opened


def two_at_once(sandbox: Sandbox, script: str) -> list[JobResult]:
    with ThreadPoolExecutor() as pool:
        return list(pool.map(lambda _: sandbox.run(Job({}, ("python", "-c", script)), Cancel()), range(2)))


@pytest.mark.docker
@pytest.mark.parametrize(("script", "reason"), [(HELD_MEMORY, "ran out of memory"), (PROCESSES, "out of processes")])
def test_what_all_jobs_use_together_is_held_by_the_runner(sandbox: Sandbox, script: str, reason: str) -> None:
    """One of them goes, as where the engine limits them, and the other doesn't notice."""
    first, second = sorted(two_at_once(sandbox, script), key=lambda result: result.status)
    assert (first.status, first.exit_code, first.reason) == ("exited", 0, "")
    assert (second.status, second.exit_code) == ("killed", None)
    assert reason in second.reason


@pytest.mark.docker
def test_it_is_said_and_not_asked_of_the_engine(engine: DockerClient, sandbox: Sandbox) -> None:
    assert sandbox.isolation.startswith(ISOLATION)
    assert "The engine can't limit memory and processes here" in sandbox.isolation
    (container,) = own(engine)
    host = container.attrs["HostConfig"]
    assert (host["Memory"], host["PidsLimit"] or 0, host["NanoCpus"]) == (0, 0, 0)
    assert "--most-memory" in container.attrs["Config"]["Cmd"]


@pytest.mark.docker
def test_the_doctor_learns_of_it(engine: DockerClient, limitless: LimitlessEngine) -> None:
    assert engine_status(PYTHON.language, limitless.host).held.summary.count("The engine can't limit") == 2
    assert engine_status(PYTHON.language, None).held.summary == ""


ROOTLESS = {"SecurityOptions": ["name=seccomp,profile=default", "name=rootless"], "CgroupVersion": "2"}


@pytest.mark.parametrize(
    ("said", "summary", "advice"),
    [
        ({"MemoryLimit": True, "PidsLimit": True, "CpuCfsQuota": True, "Warnings": ["WARNING: No swap"]}, "", ""),
        (ROOTLESS | {"CpuCfsQuota": False}, "The engine can't limit how many processors a program uses.", DELEGATE),
        ({"MemoryLimit": False, "Warnings": ["WARNING: No memory limit support"]}, "No memory limit support", "info"),
        (ROOTLESS | {"PidsLimit": False, "CgroupVersion": "1"}, "can't limit processes", "version 2"),
    ],
)
def test_what_an_engine_says_of_itself(said: dict[str, Any], summary: str, advice: str) -> None:
    found = Holds.of_docker(said)
    assert summary in found.summary
    assert bool(found.summary) is bool(summary)
    assert advice in found.advice


def test_podman_is_believed_what_it_was_given() -> None:
    """Its answer to Docker's protocol tells what the machine has."""
    host = {"cgroupControllers": ["memory", "pids"], "cgroupVersion": "v2", "security": {"rootless": True}}
    found = Holds.of_podman(host)
    assert (found.memory, found.processes, found.processors, found.files) == (True, True, False, False)
    assert DELEGATE in found.advice
