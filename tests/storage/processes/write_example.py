"""Write a small database with one finished run: `python write_example.py FILE`."""

from __future__ import annotations

import sqlite3
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))

from engines.files import files_of
from storage.store import Store
from tests.fakes.runs import REQUEST, WHOLE_RUN


def main(path: str) -> None:
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA page_size = 512")
    connection.execute("VACUUM")
    connection.close()
    store = Store(f"sqlite:///{path}")
    run_id = store.create_run(REQUEST)
    store.save_files(run_id, files_of(WHOLE_RUN))
    store.append(run_id, WHOLE_RUN)
    store.close()


if __name__ == "__main__":
    main(sys.argv[1])
