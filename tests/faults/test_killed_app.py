"""The app is killed by SIGKILL in the middle of a run; `python -m benchmarks.kills` does so at many more points."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fakes.killed_apps import FAILS, PAGE, SOLVE, App, World, start_run_on_page
from tests.fakes.waiting import until

pytestmark = pytest.mark.docker

KINDS = ("run_started", "code_ready", "check_started", "run_finished")
"""Events after which an app is killed; `test_orphans.py` has one that dies at `sandbox_ready`, and `benchmarks.kills`
kills at random points."""


def killed_after(kind: str, world: World) -> str:
    """The run of an app that was killed right after an event, and has left nothing running and a sound history."""
    app = world.start(*(FAILS if kind == "run_finished" else SOLVE))
    app.wait_for(kind)
    app.kill()
    app.check_nothing_left()
    world.check_history(app)
    (run_id,) = {event["run_id"] for event in app.events}
    return str(run_id)


def page_with_a_run(world: World) -> App:
    app = world.start(*PAGE)
    start_run_on_page(app.wait_for_address())
    return app


def test_apps_killed_right_after_an_event_lose_none_and_leave_nothing(tmp_path: Path) -> None:
    world = World(tmp_path)
    runs = [killed_after(kind, world) for kind in KINDS]
    shown = world.shown()
    assert [shown[run] for run in runs] == ["interrupted", "interrupted", "interrupted", "failed"]


@pytest.mark.thorough
def test_after_a_killed_page_the_next_one_tidies_up_and_ends_with_the_sandbox_that_it_keeps_ready(
    tmp_path: Path,
) -> None:
    world = World(tmp_path)
    killed = page_with_a_run(world)
    until(lambda: "running" in world.stored().values(), "the run has begun")
    killed.kill()
    killed.check_nothing_left()
    world.check_history(killed)
    assert world.folders() != []
    ended = page_with_a_run(world)
    until(ended.containers, "the run has a container")
    of_the_run = ended.containers()
    until(lambda: "verified" in world.stored().values(), "the run is over")
    until(lambda: len(ended.containers()) == 1, "the run's rooms are gone as well")
    until(lambda: ended.containers() - of_the_run, "the page keeps another one ready")
    ended.process.terminate()
    ended.process.wait(60)
    ended.check_nothing_left()
    assert world.folders() == []
    assert sorted(world.stored().values()) == ["interrupted", "verified"]
