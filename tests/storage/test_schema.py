from __future__ import annotations

import json
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from agent.events import ResultVouched, RunFinished
from agent.report import fold
from agent.report_json import as_json
from agent.types import Request
from storage import schema
from storage.database import Database
from storage.rows import Base
from storage.statuses import called
from storage.store import Store
from tests.fakes.runs import REQUEST, going_on_from

OLD_HISTORIES = sorted((Path(__file__).parent / "histories").glob("*.db"))
WITHOUT_LISTS = "ALTER TABLE runs DROP COLUMN step; ALTER TABLE runs DROP COLUMN rechecked;"
"""What takes the columns of revision 0009 away."""
INTERRUPTED = "Assay was closed or stopped working while this run was going on."
ENDS: dict[str, dict[str, Any]] = {
    "1k0tgmrx3mbaxqsk": {
        "status": "error",
        "reason": INTERRUPTED,
        "advice": "Run it again.",
        "seconds": {"total": 1.281, "model": 0.534},
    }
}
"""What the runs say that had no end in their history, where the page made one up for them."""


def test_the_current_revision_is_the_newest() -> None:
    config = Config()
    config.set_main_option("script_location", str(schema.MIGRATIONS).replace("%", "%%"))
    assert ScriptDirectory.from_config(config).get_current_head() == schema.CURRENT


def test_the_migrations_make_the_tables_that_the_rows_describe(url: str) -> None:
    database = Database(url)
    with database.reading() as session:
        context = MigrationContext.configure(session.connection(), opts={"compare_type": True})
        assert compare_metadata(context, Base.metadata) == []
    database.close()


def known_then(now: Any, then: Any) -> Any:
    """`now` without the keys that are not in `then`, at any depth."""
    if isinstance(now, dict) and isinstance(then, dict):
        return {key: known_then(now[key], then[key]) for key in now.keys() & then}
    if isinstance(now, list) and isinstance(then, list):
        return [known_then(*pair) for pair in zip(now, then, strict=True)]
    return now


@pytest.mark.parametrize("history", OLD_HISTORIES, ids=lambda history: history.stem)
def test_an_old_history_is_read_as_the_version_did_that_wrote_it(tmp_path: Path, history: Path) -> None:
    reports = json.loads(history.with_suffix(".json").read_text())
    copy = shutil.copy(history, tmp_path)
    with closing(Store(f"sqlite:///{Path(copy).as_posix()}")) as store:
        assert {run.run_id for run in store.runs()} == reports.keys()
        for run in store.runs():
            report = fold(stored.event for stored in store.events(run.run_id))
            now = json.loads(json.dumps(as_json(report, run.run_id)))
            then = reports[run.run_id] | ENDS.get(run.run_id, {})
            assert known_then(now, then) == then
            assert report.request == store.request(run.run_id)
            assert store.inputs(run.run_id) == {}
        new = store.create_run(REQUEST, {"table.csv": b"1,2"})
        assert store.runs()[0].run_id == new


def test_runs_of_an_old_history_that_never_began_have_a_request_and_an_end(tmp_path: Path) -> None:
    copy = shutil.copy(OLD_HISTORIES[0], tmp_path)
    with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
        connection.execute("DELETE FROM events")
    with closing(Store(f"sqlite:///{Path(copy).as_posix()}")) as store:
        for run in store.runs():
            assert store.request(run.run_id) == Request(run.task, run.model, run.test_model)
            assert [stored.seq for stored in store.events(run.run_id)] == [1] * (run.status == "interrupted")


def test_a_database_that_is_up_to_date_is_opened_without_alembic(url: str) -> None:
    Store(url).close()
    program = f"import sys; from storage.store import Store; Store({url!r}); print('alembic' in sys.modules)"
    root = Path(schema.__file__).parent.parent
    done = subprocess.run([sys.executable, "-c", program], cwd=root, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_versions_are_sorted_in_from_the_requests_of_an_older_database(tmp_path: Path) -> None:
    place = tmp_path / "assay.db"
    with closing(Store(f"sqlite:///{place.as_posix()}")) as store:
        first = store.create_run(REQUEST)
        second = store.create_run(going_on_from(first))
        third = store.create_run(going_on_from(second))
        alone = store.create_run(going_on_from("0000000000000000"))
    with closing(sqlite3.connect(place, isolation_level=None)) as connection:
        connection.executescript(
            f"DROP INDEX runs_by_family; ALTER TABLE runs DROP COLUMN family; {WITHOUT_LISTS} "
            "UPDATE alembic_version SET version_num='0007'"
        )
    with closing(Store(f"sqlite:///{place.as_posix()}")) as store:
        assert [run.run_id for run in store.versions(second)] == [first, second, third]
        assert [run.run_id for run in store.versions(alone)] == [alone]


def test_what_a_program_lacks_is_taken_from_the_last_verdict_of_an_older_database(tmp_path: Path) -> None:
    place = tmp_path / "assay.db"
    with closing(Store(f"sqlite:///{place.as_posix()}")) as store:
        offline, vouched, going = (store.create_run(REQUEST) for _ in range(3))
        store.append(offline, [RunFinished("unverified", "It lacks a list.", 1.0, step="connect")])
        store.append(vouched, [RunFinished("unverified", "It lacks a look.", 1.0, step="confirm")])
        store.append(vouched, [ResultVouched(RunFinished("verified", "It is right.", 1.0))])
    with closing(sqlite3.connect(place, isolation_level=None)) as connection:
        connection.executescript(f"{WITHOUT_LISTS} UPDATE alembic_version SET version_num='0008'")
    with closing(Store(f"sqlite:///{place.as_posix()}")) as store:
        said = {run.run_id: (run.step, called(run)) for run in store.runs()}
    assert said == {
        offline: ("connect", "Nearly verified"),
        vouched: ("", "Verified"),
        going: ("", "Waits for its turn"),
    }
