"""Which sandbox is opened for which name."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from cancel import Cancel
from sandbox.base import Job, Sandbox
from sandbox.errors import SandboxUnavailable
from sandbox.registry import bubblewrap_problem, open_sandbox
from tests.fakes.specs import PYTHON

NO_ENGINE = "unix:///nonexistent/docker.sock"


def test_process_is_never_taken_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SandboxUnavailable, match="Nothing on this machine") as problem:
        open_sandbox(PYTHON, "auto", NO_ENGINE, print)
    assert "DOCKER_HOST" in problem.value.advice


@pytest.mark.bubblewrap
def test_bubblewrap_stands_in_for_docker() -> None:
    problem = bubblewrap_problem()
    if problem:
        pytest.skip(problem)
    sandbox = open_sandbox(PYTHON, "auto", NO_ENGINE, print)
    sandbox.close()
    assert sandbox.name == "bubblewrap"


def test_docker_by_name_has_no_stand_in() -> None:
    with pytest.raises(SandboxUnavailable):
        open_sandbox(PYTHON, "docker", NO_ENGINE, print)


@pytest.mark.parametrize("name", ["process", pytest.param("bubblewrap", marks=pytest.mark.bubblewrap)])
def test_a_sandbox_outlives_the_thread_that_opened_it(name: str) -> None:
    opened: list[Sandbox | SandboxUnavailable] = []

    def opener() -> None:
        try:
            opened.append(open_sandbox(PYTHON, name, None, print))  # type: ignore[arg-type]
        except SandboxUnavailable as problem:
            opened.append(problem)

    thread = threading.Thread(target=opener)
    thread.start()
    thread.join()
    (sandbox,) = opened
    if isinstance(sandbox, SandboxUnavailable):
        pytest.skip(str(sandbox))
    try:
        assert sandbox.run(Job({}, ("python", "-c", "print(1)")), Cancel()).stdout == "1\n"
    finally:
        sandbox.close()
