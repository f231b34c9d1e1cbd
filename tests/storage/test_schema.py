from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from storage import schema
from storage.database import Database
from storage.rows import Base
from storage.store import Store
from tests.fakes.runs import REQUEST, WHOLE_RUN

OLD_DATABASES = sorted((Path(__file__).parent / "databases").glob("*.db"))


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


def test_every_old_database_can_be_opened_read_and_continued(tmp_path: Path) -> None:
    assert OLD_DATABASES
    for old in OLD_DATABASES:
        copy = shutil.copy(old, tmp_path)
        store = Store(f"sqlite:///{Path(copy).as_posix()}")
        [run] = store.runs()
        assert (run.status, run.task) == ("verified", REQUEST.task)
        assert tuple(stored.event for stored in store.events(run.run_id)) == WHOLE_RUN
        assert set(store.files(run.run_id)) == {"solution.py", "test_solution.py"}
        new = store.create_run(REQUEST)
        assert [listed.run_id for listed in store.runs()] == [new, run.run_id]
        store.close()


def test_a_database_that_is_up_to_date_is_opened_without_alembic(url: str) -> None:
    Store(url).close()
    program = f"import sys; from storage.store import Store; Store({url!r}); print('alembic' in sys.modules)"
    root = Path(schema.__file__).parent.parent
    done = subprocess.run([sys.executable, "-c", program], cwd=root, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
