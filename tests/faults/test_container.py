"""The container is killed, removed, or loses its runner, at each point of a run."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import closing, suppress

import pytest
from docker import DockerClient
from docker.errors import APIError
from docker.models.containers import Container

from cancel import Cancel
from errors import Cancelled
from sandbox.base import MEGABYTE, Job
from sandbox.registry import open_sandbox
from tests.fakes.faulted_runs import (
    ENDLESS,
    PROGRAM,
    SLOW,
    SOON,
    Stage,
    busy_container,
    own_containers,
    processes_of,
    when_busy,
    when_open,
)
from tests.fakes.quick_runs import only_checks
from tests.fakes.specs import PYTHON
from tests.fakes.waiting import until

pytestmark = pytest.mark.docker

Lose = Callable[[Container], object]


def kill(container: Container) -> None:
    container.kill()


def freeze(container: Container) -> None:
    """Pause it; the kernel refuses that now and then while processes are just being made in it."""

    def is_frozen() -> bool:
        with suppress(APIError):
            container.pause()
        container.reload()
        return bool(container.status == "paused")

    until(is_frozen, "the container is frozen")


def remove(container: Container) -> None:
    container.remove(force=True)


def kill_runner(container: Container) -> None:
    """As the kernel does where memory runs out."""
    next(process for process in processes_of(container) if process.name().startswith("python")).kill()


@pytest.mark.parametrize("lose", [remove, kill_runner])
def test_a_run_whose_container_is_lost_while_the_model_writes_gets_a_new_one(
    stage: Stage, machine: DockerClient, lose: Lose
) -> None:
    played = stage.play(PROGRAM, "writing", when_open(machine, lose), stop_at="tested")
    assert played.tests_passed, played.said


def test_tests_whose_container_is_lost_are_run_again(stage: Stage, machine: DockerClient) -> None:
    played = stage.play(SLOW, "testing", when_busy(machine, kill_runner), stop_at="tested")
    assert played.tests_passed, played.said


def test_checks_whose_container_is_lost_are_made_again(
    stage: Stage, machine: DockerClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    only_checks(monkeypatch, "mutmut", "bandit", "pip-audit")
    played = stage.play(SLOW, "checking", when_busy(machine, kill))
    assert "went away" not in played.said
    assert {check.name for check in played.checks if check.status == "passed"} >= {"bandit", "pip-audit"}


@pytest.mark.thorough
def test_tests_that_lose_one_container_after_the_other_end_the_run(stage: Stage, machine: DockerClient) -> None:
    def lose_both(container: Container) -> None:
        container.kill()
        busy_container(machine, not_this=container).kill()

    played = stage.play(ENDLESS, "testing", when_busy(machine, lose_both))
    assert played.finished.status == "error"
    assert played.said == "The sandbox went away while the program was running. Start the run again."
    assert stage.play(PROGRAM, stop_at="tested").tests_passed


@pytest.mark.thorough
def test_checks_that_lose_one_container_after_the_other_are_no_pass(
    stage: Stage, machine: DockerClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lose_both(container: Container) -> None:
        container.kill()
        busy_container(machine, not_this=container).kill()

    only_checks(monkeypatch, "mutmut")  # which has no room until its planted mistakes are counted
    played = stage.play(SLOW, "checking", when_busy(machine, lose_both))
    assert played.finished.status == "unverified"
    assert "because this check couldn't be made" in played.said


@pytest.mark.thorough
def test_a_container_killed_before_its_runner_is_ready_ends_the_run_or_nothing(
    stage: Stage, machine: DockerClient
) -> None:
    def kill_first(run_id: str) -> None:
        until(lambda: own_containers(machine), "the container is there")
        own_containers(machine)[0].remove(force=True)

    played = stage.play(PROGRAM, "writing", kill_first, stop_at="tested")
    assert played.tests_passed or (
        played.finished.status == "error"
        and played.finished.advice
        and ("could not start the sandbox" in played.said or "did not start" in played.said)
    ), played.said
    assert stage.play(PROGRAM, stop_at="tested").tests_passed


def test_stop_ends_a_run_whose_container_is_frozen(stage: Stage, machine: DockerClient) -> None:
    def freeze_and_stop(run_id: str) -> None:
        until(lambda: own_containers(machine), "the container is there")
        when_busy(machine, freeze)(run_id)
        stage.engine.cancel(run_id)

    played = stage.play(ENDLESS, "testing", freeze_and_stop)
    assert played.finished.status == "cancelled"
    assert played.after < SOON


@pytest.mark.thorough
def test_a_job_that_a_frozen_container_does_not_take_can_be_stopped(machine: DockerClient) -> None:
    cancel = Cancel()
    with closing(open_sandbox(PYTHON, "docker", None, print)) as sandbox:
        freeze(own_containers(machine)[0])
        threading.Timer(0.5, cancel.cancel, ["You stopped it."]).start()
        with pytest.raises(Cancelled):
            sandbox.run(Job({"large.bin": bytes(4 * MEGABYTE)}, ("python", "-c", "")), cancel)
    until(lambda: own_containers(machine) == [], "the container is gone")
