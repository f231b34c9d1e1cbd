"""Which sandbox is opened for which name."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from sandbox.base import Sandbox
from sandbox.errors import SandboxUnavailable
from sandbox.registry import BACKENDS, NAMES, Backend, bubblewrap_problem, open_sandbox
from tests.conformance.sandbox_helpers import BUBBLEWRAP, opened, run
from tests.fakes.command_line import QuickCommandLine
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
        pytest.skip(problem.message)
    sandbox = open_sandbox(PYTHON, "auto", NO_ENGINE, print)
    sandbox.close()
    assert sandbox.name == "bubblewrap"


def test_docker_by_name_has_no_stand_in() -> None:
    with pytest.raises(SandboxUnavailable):
        open_sandbox(PYTHON, "docker", NO_ENGINE, print)


@pytest.mark.parametrize(
    ("arguments", "variable"), [(["models"], "none"), (["solve", "x", "--sandbox", "none"], "auto")]
)
def test_a_name_that_no_sandbox_has_is_refused_with_those_there_are(
    arguments: list[str], variable: str, tmp_path: Path
) -> None:
    ended = QuickCommandLine(tmp_path / "home", {"ASSAY_SANDBOX": variable}).run(*arguments)
    assert ended.code == 2
    assert "'none'" in ended.stderr
    assert all(name in ended.stderr for name in NAMES)


def test_one_more_kind_is_a_line_in_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BACKENDS, "cell", Backend(BACKENDS["process"].open))
    monkeypatch.setitem(BACKENDS, "docker", Backend(lambda spec, host, announce: refuse()))
    monkeypatch.setitem(BACKENDS, "bubblewrap", Backend(lambda spec, host, announce: refuse()))
    with closing(open_sandbox(PYTHON, "auto", None, print)) as sandbox:
        assert sandbox.name == "process"


def refuse() -> Sandbox:
    raise SandboxUnavailable("Not here.")


@pytest.mark.parametrize("name", ["process", BUBBLEWRAP])
def test_a_sandbox_outlives_the_thread_that_opened_it(name: str) -> None:
    with ThreadPoolExecutor() as pool:
        sandbox = pool.submit(opened, name).result()
    with closing(sandbox):
        assert run(sandbox, "python", "-c", "print(1)").stdout == "1\n"
