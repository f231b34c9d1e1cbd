"""Open the history and append to one run, saying so: `python append_runs.py URL EVENTS FINISH`.

Prints the run's id, then the number of each event once it is stored. Ends the run where FINISH is
`finish`; else waits to be killed.
"""

# ruff: noqa: T201 - its output is how it talks to the test

from __future__ import annotations

import sys
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))

from agent.events import Notice
from storage.store import Store
from tests.fakes.runs import FINISHED, REQUEST


def main(url: str, events: int, finish: bool) -> None:
    store = Store(url)
    run_id = store.create_run(REQUEST)
    store.claim(run_id)
    print(run_id, flush=True)
    for number in range(events):
        [stored] = store.append(run_id, [Notice(f"event {number + 1} " + "x" * 500)])
        print(stored.seq, flush=True)
    if finish:
        store.append(run_id, [FINISHED])
    else:
        threading.Event().wait()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3] == "finish")
