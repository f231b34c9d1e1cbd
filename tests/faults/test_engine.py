"""The container engine is stopped, killed, restarted, hangs, or has no room, at each point of a run."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path

import pytest
from docker.models.containers import Container

from tests.fakes.disks import fill
from tests.fakes.engine_proxy import EngineProxy
from tests.fakes.faulted_runs import ENDLESS, PROGRAM, SLOW, SOON, Stage, is_opening, staged, when_busy, when_open
from tests.fakes.private_engine import PrivateEngine
from tests.fakes.waiting import until

pytestmark = pytest.mark.docker

NOT_STARTED = "The Docker engine could not start the sandbox. See whether `docker info` works, then try again."


@pytest.mark.thorough
@pytest.mark.parametrize("end", [PrivateEngine.stop, PrivateEngine.kill])
def test_a_run_goes_on_with_an_engine_that_was_restarted_while_the_model_wrote(
    spare: PrivateEngine, spare_stage: Stage, end: Callable[[PrivateEngine], None]
) -> None:
    def restart(_: object) -> None:
        end(spare)
        spare.restart()

    with contextlib.closing(spare.client()) as client:
        played = spare_stage.play(PROGRAM, "writing", when_open(client, restart), stop_at="tested")
    assert played.tests_passed, played.said


@pytest.mark.thorough
def test_an_engine_that_ended_while_the_model_wrote_ends_the_run_and_serves_the_next(
    spare: PrivateEngine, spare_stage: Stage
) -> None:
    with contextlib.closing(spare.client()) as client:
        played = spare_stage.play(PROGRAM, "writing", when_open(client, lambda _: spare.kill()))
    assert (played.finished.status, played.said) == ("error", NOT_STARTED)
    assert played.after < SOON
    spare.restart()
    assert spare_stage.play(PROGRAM, stop_at="tested").tests_passed


def test_an_engine_that_ends_while_the_tests_run_ends_the_run(spare: PrivateEngine, spare_stage: Stage) -> None:
    with contextlib.closing(spare.client()) as client:
        played = spare_stage.play(ENDLESS, "testing", when_busy(client, lambda _: spare.stop()))
    assert (played.finished.status, played.said) == ("error", NOT_STARTED)
    assert played.after < SOON


def test_an_engine_that_ends_while_the_checks_run_is_no_pass(spare: PrivateEngine, spare_stage: Stage) -> None:
    with contextlib.closing(spare.client()) as client:
        played = spare_stage.play(SLOW, "checking", when_busy(client, lambda _: spare.kill()))
    assert played.finished.status == "unverified"
    assert "checks couldn't be made" in played.said
    assert played.after < SOON


OPENING = ("/_ping", "/info", "/containers/create", "/attach", "/start")


@pytest.mark.thorough
@pytest.mark.parametrize("asked", OPENING)
def test_an_engine_that_is_killed_while_the_sandbox_opens_ends_the_run(
    spare: PrivateEngine, tmp_path: Path, asked: str
) -> None:
    def kill_at(line: str) -> None:
        if asked in line:
            spare.kill()

    proxy = EngineProxy(tmp_path, spare.host, kill_at)
    with staged(tmp_path / "home", proxy.host) as stage:
        played = stage.play(PROGRAM)
    proxy.stop()
    assert played.finished.status == "error"
    assert "Docker" in played.finished.reason
    assert played.finished.advice
    assert played.finished.seconds < SOON


def test_stop_ends_a_run_whose_engine_hangs_while_the_sandbox_opens(spare: PrivateEngine, spare_stage: Stage) -> None:
    def stop(run_id: str) -> None:
        until(is_opening, "the sandbox opens")
        spare_stage.engine.cancel(run_id)

    spare.freeze()
    played = spare_stage.play(PROGRAM, "starting", stop)
    assert played.finished.status == "cancelled"
    assert played.after < SOON


def test_stop_ends_a_run_whose_engine_hangs_while_the_tests_run(spare: PrivateEngine, spare_stage: Stage) -> None:
    def freeze(run_id: str) -> None:
        with contextlib.closing(spare.client()) as client:
            when_busy(client, lambda _: spare.freeze())(run_id)
        spare_stage.engine.cancel(run_id)

    played = spare_stage.play(ENDLESS, "testing", freeze)
    assert played.finished.status == "cancelled"
    assert played.after < SOON


def test_an_engine_without_room_for_a_container_says_so_and_serves_the_next_run(
    spare: PrivateEngine, spare_stage: Stage
) -> None:
    filler = fill(spare.data)
    try:
        played = spare_stage.play(PROGRAM)
    finally:
        filler.unlink()
    assert played.finished.status == "error"
    assert played.said == "The disk of the Docker engine is full. Free some space on it, then start the run again."
    assert spare_stage.play(PROGRAM, stop_at="tested").tests_passed


def test_an_engine_whose_disk_fills_up_while_the_model_writes_goes_on(spare: PrivateEngine, spare_stage: Stage) -> None:
    def fill_up(_: Container) -> None:
        fill(spare.data)

    with contextlib.closing(spare.client()) as client:
        played = spare_stage.play(PROGRAM, "writing", when_open(client, fill_up), stop_at="tested")
    assert played.tests_passed, played.said
