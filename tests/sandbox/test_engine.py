"""What is said of an engine that isn't there, isn't running or isn't for us."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from docker.context import ContextAPI

from sandbox.engine import connect, engine_status
from sandbox.errors import SandboxUnavailable
from tests.fakes.specs import PYTHON

NOBODY = 65534


@contextmanager
def as_ordinary_user() -> Iterator[None]:
    """Root may open everything, so step down from it for a moment."""
    was_root = os.geteuid() == 0
    if was_root:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if was_root:
            os.seteuid(0)


@pytest.fixture
def address(tmp_path: Path) -> Path:
    """A socket that nobody listens on any more."""
    path = tmp_path / "docker.sock"
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(path))
    return path


def test_an_engine_that_was_stopped(address: Path) -> None:
    status = engine_status(PYTHON.language, f"unix://{address}")
    assert status.state == "not_running"
    with pytest.raises(SandboxUnavailable, match="doesn't answer") as problem:
        connect(f"unix://{address}")
    assert problem.value.missing


def test_an_engine_for_others_only(address: Path) -> None:
    address.chmod(0)
    engine_status(PYTHON.language, f"unix://{address}")  # imports what is needed, while this may still be read
    with as_ordinary_user():
        status = engine_status(PYTHON.language, f"unix://{address}")
    assert status.state == "no_permission"


@pytest.mark.docker
def test_the_context_of_dockers_own_program_says_where_the_engine_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "engine.sock"
    other.symlink_to("/var/run/docker.sock")
    monkeypatch.setenv("DOCKER_CONFIG", str(tmp_path))
    monkeypatch.setenv("DOCKER_CONTEXT", "other")
    (tmp_path / "config.json").write_text("{}")
    ContextAPI.create_context("other", host=f"unix://{other}")
    with closing(connect(None)) as client:
        assert vars(client.api.get_adapter("http+docker://"))["socket_path"] == str(other)


def test_an_address_that_makes_no_sense() -> None:
    assert not engine_status(PYTHON.language, "nonsense://").reachable
