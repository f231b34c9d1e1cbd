"""The whole computer sleeps in the middle of a run, and wakes again."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import docker
import psutil
import pytest

from tests.fakes.killed_apps import SOLVE, App, World
from tests.fakes.stopped import sleep_for

pytestmark = pytest.mark.docker

SECONDS = 12.0  # longer than the gap by which it is noticed


def processes_of(app: App) -> Iterator[psutil.Process]:
    """The app's own, and those in its containers."""
    itself = psutil.Process(app.process.pid)
    yield from (itself, *itself.children(recursive=True))
    names = [name.removeprefix("container ") for name in app.containers()]
    with closing(docker.from_env()) as client:
        for name in names:
            yield from (psutil.Process(int(row[1])) for row in client.containers.get(name).top()["Processes"])


@pytest.mark.thorough
def test_a_run_goes_on_as_if_nothing_had_been(tmp_path: Path) -> None:
    began = time.monotonic()
    app = World(tmp_path).start(*SOLVE)
    app.wait_for("check_started")
    sleep_for(SECONDS, processes_of(app))
    app.wait_for("run_finished")
    assert app.process.wait(60) == 0
    (finished,) = [event for event in app.events if event["kind"] == "run_finished"]
    assert finished["status"] == "verified"
    assert finished["seconds"] < time.monotonic() - began - SECONDS
