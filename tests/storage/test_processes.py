from __future__ import annotations

import sqlite3
from contextlib import ExitStack, closing
from pathlib import Path

from agent.events import Notice, RunFinished
from storage.store import Store
from tests.fakes.processes import output_of, python
from tests.fakes.runs import REQUEST

SCRIPT = "storage/processes/append_runs.py"


def test_a_killed_process_loses_no_stored_event_and_its_run_is_interrupted(tmp_path: Path, url: str) -> None:
    with python(SCRIPT, url, "1000000", "never") as process:
        run_id = output_of(process).readline().strip()
        printed = [int(output_of(process).readline()) for _ in range(50)]
        process.kill()  # SIGKILL, in the middle of writing
        printed += [int(line) for line in output_of(process) if line.endswith("\n")]

    with closing(sqlite3.connect(tmp_path / "history.db")) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]

    store = Store(url)
    mine = store.create_run(REQUEST)
    events = store.events(run_id)
    assert [stored.seq for stored in events] == list(range(1, len(events) + 1))
    assert len(events) >= len(printed) == printed[-1]
    assert all(isinstance(stored.event, Notice) for stored in events)
    assert store.mark_interrupted() == [run_id]
    assert store.mark_interrupted() == []
    run = store.run(run_id)
    assert (run.status, run.finished) == ("interrupted", events[-1].time)
    [end] = store.events(run_id, after=events[-1].seq)
    assert end.event == RunFinished("error", run.reason, run.seconds or 0.0, "Run it again.")
    assert end.time == events[-1].time
    assert store.run(mine).status == "queued"
    store.close()


def test_a_run_of_another_living_process_is_not_interrupted(url: str) -> None:
    with python(SCRIPT, url, "1", "never") as process:
        run_id = output_of(process).readline().strip()
        assert output_of(process).readline() == "1\n"
        store = Store(url)
        assert store.mark_interrupted() == []
        assert store.run(run_id).status == "running"
        store.close()


def test_processes_that_start_at_once_make_one_database_and_write_their_runs(url: str) -> None:
    with ExitStack() as stack:
        processes = [stack.enter_context(python(SCRIPT, url, "40", "finish")) for _ in range(3)]
        outputs = [output_of(process).read().split() for process in processes]
        assert [process.wait() for process in processes] == [0, 0, 0]
    store = Store(url)
    assert len({output[0] for output in outputs}) == 3
    for run_id, *numbers in outputs:
        assert numbers == [str(number) for number in range(1, 41)]
        assert [stored.seq for stored in store.events(run_id)] == list(range(1, 42))
        assert store.run(run_id).status == "verified"
    store.close()
