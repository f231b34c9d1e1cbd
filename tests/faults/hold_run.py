"""Enters a run into a history and says its id and which runs are interrupted: `python hold_run.py URL`."""

import sys
import threading

from storage.store import Store
from tests.fakes.runs import REQUEST

store = Store(sys.argv[1])
run_id = store.create_run(REQUEST)
store.claim(run_id)
print(run_id, flush=True)  # noqa: T201
print(f"interrupted: {store.mark_interrupted()}", flush=True)  # noqa: T201
threading.Event().wait()
