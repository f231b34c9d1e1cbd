"""The app killed at random moments: `python -m benchmarks.kills [--points 100] [--seed 1]`.

Half of the apps make a run in the terminal, the other half serve the page with a run that was started by its API. Each
gets SIGKILL after a random part of the time that it takes from its start to the end of its run. Afterwards the history
must be sound and whole, the run shown as interrupted, nothing left running, no folder left after the next start, and
the next run must be verified. Ends with 1 if anything of this wasn't so.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import threading
import time
import traceback
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path

import httpx

from tests.fakes.killed_apps import PAGE, SOLVE, App, World, start_run_on_page


@dataclass(frozen=True, slots=True)
class Point:
    """One death: in which run, if one had begun, and after which event; `gone` is how long anything of it went on."""

    kind: str
    run: str
    after: str
    gone: float
    status: str = "no run yet"


def kill_after(world: World, kind: str, seconds: float) -> Point:
    """Start an app, kill it after `seconds`, and see that nothing of it goes on and its history is sound.

    Raises `AssertionError`.
    """
    before = world.stored()
    app = world.start(*(SOLVE if kind == "terminal" else PAGE))
    if kind == "page":
        threading.Thread(target=_run_on_page, args=(app,), daemon=True).start()
    time.sleep(seconds)  # the very point: a moment that nothing has chosen
    app.kill()
    gone = app.check_nothing_left()
    world.check_history(app)
    began = [run for run in world.stored() if run not in before]
    assert len(began) <= 1
    return Point(kind, "".join(began), app.events[-1]["kind"] if app.events else "nothing yet", gone)


def with_status(world: World, point: Point) -> Point:
    """`point` with what the next start of the app makes of its run; that start makes a whole run of its own.

    Raises `AssertionError`.
    """
    world.solve()
    assert world.folders() == []
    if not point.run:
        return point
    status = world.stored()[point.run]
    assert status in ("interrupted", "verified"), status
    return replace(point, status=status)


def whole_time(world: World, kind: str) -> float:
    """Seconds from the start of an app to the end of its run."""
    if kind == "terminal":
        return world.solve()
    started = time.monotonic()
    app = world.start(*PAGE)
    _run_on_page(app)
    while {"queued", "running"} & set(world.stored().values()):
        time.sleep(0.05)  # nobody tells another process
    seconds = time.monotonic() - started
    app.kill()
    return seconds


def _run_on_page(app: App) -> None:
    address = app.wait_for_address()
    try:
        if address:
            start_run_on_page(address)
    except httpx.HTTPError:
        return  # the app was killed meanwhile


def main(points: int, seed: int) -> int:
    """Kill `points` apps and print a table in Markdown; returns the exit code."""
    chance = random.Random(seed)
    died: list[Point] = []
    problems = 0
    with tempfile.TemporaryDirectory(prefix="assay-kills-") as folder:
        world = World(Path(folder))
        whole = {kind: min(whole_time(world, kind) for _ in range(2)) for kind in ("terminal", "page")}
        for number in range(points):
            kind = ("terminal", "page")[number % 2]
            seconds = chance.random() * whole[kind]
            try:
                died.append(with_status(world, kill_after(world, kind, seconds)))
            except AssertionError:
                problems += 1
                sys.stderr.write(f"point {number + 1}: {kind} at {seconds:.2f} s\n{traceback.format_exc()}\n")
    _show(died, problems)
    return 1 if problems else 0


def _show(died: list[Point], problems: int) -> None:
    print("| killed | points | shown as interrupted | already ended | before the run | slowest end of what it left |")
    print("|---|---:|---:|---:|---:|---:|")
    for kind in ("terminal", "page"):
        points = [point for point in died if point.kind == kind]
        found = Counter(point.status for point in points)
        slowest = max((point.gone for point in points), default=0.0)
        counts = [found["interrupted"], found["verified"], found["no run yet"]]
        print(f"| {kind} | {len(points)} | {' | '.join(map(str, counts))} | {slowest:.1f} s |")
    print(f"\nPoints at which anything was wrong: {problems}.")
    print("In the terminal, the last event stored was:", dict(Counter(p.after for p in died if p.kind == "terminal")))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--points", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    sys.exit(main(options.points, options.seed))
