"""The app is killed by SIGKILL in the middle of a run; `python -m benchmarks.kills` does so at many more points."""

from __future__ import annotations

import random
import signal
from pathlib import Path

import pytest

from benchmarks.kills import kill_after, whole_time, with_status
from tests.fakes.killed_apps import PAGE, SOLVE, World, start_run_on_page
from tests.fakes.waiting import until

pytestmark = pytest.mark.docker

KINDS = ("run_started", "sandbox_ready", "code_ready", "check_started", "check_finished", "run_finished")


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    return World(tmp_path_factory.mktemp("world"))


@pytest.mark.parametrize("kind", KINDS)
def test_an_app_killed_right_after_an_event_loses_none_and_leaves_nothing(world: World, kind: str) -> None:
    app = world.start(*SOLVE)
    app.wait_for(kind)
    app.kill()
    app.check_nothing_left()
    world.check_history(app)
    (run_id,) = {event["run_id"] for event in app.events}
    assert world.shown()[run_id] == ("verified" if kind == "run_finished" else "interrupted")


@pytest.mark.timeout(300)  # seven apps one after the other
def test_apps_killed_at_random_points_leave_nothing_and_the_next_run_works(tmp_path: Path) -> None:
    world, chance = World(tmp_path), random.Random(5)
    whole = whole_time(world, "terminal")
    points = [kill_after(world, "terminal", chance.random() * whole) for _ in range(4)]
    with_status(world, points[-1])
    statuses = world.shown()
    assert {statuses[point.run] for point in points if point.run} <= {"interrupted", "verified"}


def test_the_next_start_removes_the_folders_of_a_killed_page_and_shows_its_run_as_interrupted(tmp_path: Path) -> None:
    world = World(tmp_path)
    app = world.start(*PAGE)
    start_run_on_page(app.wait_for_address())
    until(lambda: "running" in world.stored().values(), "the run has begun")
    app.kill()
    app.check_nothing_left()
    world.check_history(app)
    assert world.folders() != []
    world.solve()
    assert world.folders() == []
    assert sorted(world.shown().values()) == ["interrupted", "verified"]


@pytest.mark.parametrize("signal_number", [signal.SIGKILL, signal.SIGTERM], ids=["killed", "ended"])
def test_the_sandbox_that_a_page_keeps_ready_ends_with_it(tmp_path: Path, signal_number: int) -> None:
    world = World(tmp_path)
    app = world.start(*PAGE)
    start_run_on_page(app.wait_for_address())
    until(app.containers, "the run has a container")
    of_the_run = app.containers()
    until(lambda: "verified" in world.stored().values(), "the run is over")
    until(lambda: app.containers() - of_the_run, "the page keeps another one ready")
    app.process.send_signal(signal_number)
    app.process.wait(60)
    app.check_nothing_left()
