"""What only containers have: their limits, their labels, and who removes them."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from docker import DockerClient

from cancel import Cancel
from sandbox.base import Job, Sandbox
from sandbox.docker import ISOLATION, NO_GVISOR, open_docker
from sandbox.engine import connect
from sandbox.errors import SandboxLost
from tests.fakes.machine_engine import own
from tests.fakes.specs import PYTHON
from tests.fakes.waiting import until

pytestmark = pytest.mark.docker

HELLO = Job({}, ("python", "-c", "print('hello', flush=True); import time; time.sleep(0.1)"))
SLEEPING = Job({}, ("python", "-c", "print('hello', flush=True); import time; time.sleep(60)"))


@pytest.fixture
def sandbox(image: str) -> Iterator[Sandbox]:
    held = open_docker(connect(None), image, PYTHON, print)
    yield held
    held.close()


def test_the_container_is_limited_in_every_way(engine: DockerClient, sandbox: Sandbox) -> None:
    (container,) = own(engine)
    host = container.attrs["HostConfig"]
    assert host["NetworkMode"] == "none"
    assert host["ReadonlyRootfs"] is True
    assert host["CapDrop"] == ["ALL"]
    assert {name.removeprefix("CAP_") for name in host["CapAdd"]} == {"SETUID", "SETGID", "CHOWN", "SYS_PTRACE"}
    assert host["SecurityOpt"] == ["no-new-privileges"]
    assert host["Memory"] == host["MemorySwap"] == 2 * 1024**3
    assert host["PidsLimit"] == 1024
    assert 0 < host["NanoCpus"] <= 2 * 10**9
    assert host["Init"] is True
    assert host["AutoRemove"] is True
    assert host["Binds"] in (None, [])
    assert host["Privileged"] is False
    assert "nr_inodes" in host["Tmpfs"]["/work"]
    assert host["LogConfig"]["Type"] == "none"
    assert container.attrs["Mounts"] == []


def test_closing_removes_the_container(engine: DockerClient, image: str) -> None:
    held = open_docker(connect(None), image, PYTHON, print)
    assert len(own(engine)) == 1
    held.close()
    held.close()
    until(lambda: own(engine) == [], "the container is gone")


def test_a_job_hit_by_the_loss_of_its_container_says_so_and_the_next_one_runs(
    engine: DockerClient, sandbox: Sandbox
) -> None:
    def kill(_: str) -> None:
        for container in own(engine):
            container.kill()

    with pytest.raises(SandboxLost):
        sandbox.run(SLEEPING, Cancel(), kill)
    assert sandbox.run(HELLO, Cancel()).stdout == "hello\n"


def test_an_app_that_closed_its_sandbox_ends_without_a_complaint() -> None:
    script = "from sandbox.registry import open_sandbox\nfrom tests.fakes.specs import PYTHON\n"
    script += "open_sandbox(PYTHON, 'docker', None, lambda line: None).close()"
    root = Path(__file__).parents[2]
    ended = subprocess.run([sys.executable, "-c", script], cwd=root, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")


def test_a_gvisor_that_does_not_work_is_said_and_done_without(
    engine: DockerClient, image: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = engine.info()
    monkeypatch.setattr("sandbox.docker.GVISOR", "runsc-that-is-gone")  # so the engine refuses it, whatever it has
    monkeypatch.setattr(engine, "info", lambda: found | {"Runtimes": {**found["Runtimes"], "runsc-that-is-gone": {}}})
    said: list[str] = []
    with closing(open_docker(engine, image, PYTHON, said.append)) as sandbox:
        assert sandbox.isolation == ISOLATION
        assert sandbox.run(HELLO, Cancel()).stdout == "hello\n"
    assert said == [NO_GVISOR]
