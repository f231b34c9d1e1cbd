"""Runs inside a container in place of the runner's `__main__.py`: the same runner, with a stopwatch on its parts.

Each process of a job says what its parts took: the job's own at the end of its standard error, the
sweeper's and the runner's as files of the result, all as JSON in milliseconds. The runner itself
knows nothing of this.
"""

import base64
import functools
import importlib
import importlib.util
import json
import sys
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

MARK = "\ntimed: "
RUNNER = "/opt/runner"

spent: Counter[str] = Counter()


def timed(owner: Any, function: str, part: str) -> None:
    """Add to `part` what `owner.function` takes from now on."""
    original: Callable[..., Any] = getattr(owner, function)

    @functools.wraps(original)
    def wrapped(*arguments: Any, **named: Any) -> Any:
        started = time.perf_counter()
        try:
            return original(*arguments, **named)
        finally:
            spent[part] += 1000 * (time.perf_counter() - started)  # type: ignore[assignment]

    setattr(owner, function, wrapped)


def load() -> Any:
    """As the runner's `__main__.py` does it."""
    spec = importlib.util.spec_from_file_location(
        "_runner", f"{RUNNER}/__init__.py", submodule_search_locations=[RUNNER]
    )
    assert spec is not None
    assert spec.loader is not None
    sys.modules["_runner"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(sys.modules["_runner"])
    return importlib.import_module("_runner.server")


def part(name: str) -> Any:
    return importlib.import_module(f"_runner.{name}")


def watch_zygote() -> None:
    """What forks: a job says how long the fork before its own took, for nobody knows yet about its own."""
    forker = part("zygote")._Forker
    prepare, fork_one = forker._prepare, forker._fork_one
    took = 0.0

    def timed_fork(self: Any) -> Any:
        nonlocal took
        spent.clear()
        spent["handing it on to the fork that waits"] = took  # type: ignore[assignment]
        started = time.perf_counter()
        forked = fork_one(self)
        took = 1000 * (time.perf_counter() - started)
        return forked

    def watched(self: Any, steps: Any) -> None:
        forker._prepare = prepare
        watch_job()  # before everything is sealed
        prepare(self, steps)

    forker._prepare, forker._fork_one = watched, timed_fork


def watch_job() -> None:
    """The job's process: from its fork to its end."""
    child, report = part("child"), part("report")
    timed(part("processes"), "become", "a user of its own")
    timed(child, "_write_files", "a folder of its own")
    timed(child, "_set_limits", "limits")
    timed(child, "_give_up_rights", "refused system calls")
    timed(child, "write_canaries", "canaries: written and collected")
    timed(report.Reporter, "pytest_collection_modifyitems", "canaries: written and collected")
    timed(report.Reporter, "pytest_collection", "seal and watch: begun")
    timed(report.Reporter, "_look_at_seal", "seal: looked at twice")
    timed(part("warm_pytest"), "carry_on", "pytest with all of that")
    start = child._start

    def last_words(*arguments: Any) -> int:
        spent.clear()
        spent.update(before)
        try:
            return int(start(*arguments))
        finally:
            sys.stderr.write(MARK + json.dumps(spent))

    before: Counter[str] = Counter()
    give_up = child._give_up_rights

    def remember(task: Any) -> None:
        give_up(task)
        before.update(spent)

    child._start, child._give_up_rights = last_words, remember


def watch_sweeper() -> None:
    """The sweeper, which tells by a file that isn't there."""
    sweep, processes = part("sweep"), part("processes")
    timed(processes, "kill_user", "killing what is left over")
    timed(sweep, "_empty", "emptying the folders")
    empty = sweep._empty

    def last_words(folder: Any, *kept: Any) -> None:
        empty(folder, *kept)
        if str(folder) == "/dev/shm":
            said = base64.b64encode(json.dumps(spent).encode()).decode()
            sweep._write(sweep.connection, part("frames").encode({"path": "sweeper", "content": said}))

    begin = sweep._sweep

    def remember_connection(task: Any, wanted: Any, shared: Any, connection: int) -> None:
        spent.clear()
        sweep.connection = connection
        begin(task, wanted, shared, connection)

    sweep._empty, sweep._sweep = last_words, remember_connection


def watch_server() -> None:
    """The runner itself: what it does for a job before and after."""
    job, usage = part("job"), part("usage")
    timed(job.Job, "_begin", "the runner: beginning the job")
    timed(job.Job, "_make_sweeper", "in this: fork of the sweeper, meanwhile")
    timed(usage, "processes", "watching what it uses")
    result = job.Job.result

    def with_times(self: Any) -> Any:
        message = result(self)
        message["files"]["server"] = base64.b64encode(json.dumps(spent).encode()).decode()
        spent.clear()
        return message

    job.Job.result = with_times


if __name__ == "__main__":
    server = load()
    watch_zygote()
    watch_sweeper()
    watch_server()
    server.main(sys.argv[1:])
