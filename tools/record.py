"""Runs examples as the page does, and records the finished runs that their cards open.

python -m tools.record 21_bank 23_quiz.de
python -m tools.record              all that people would show to others and that have no recorded run
"""

from __future__ import annotations

import sys
import tempfile
from functools import partial
from pathlib import Path

from agent.models.demo import Recording, recordings
from cancel import Cancel
from engines.assembly import execute
from engines.examples import asked_for, run_file
from engines.sandboxes import Sandboxes
from engines.worker import work
from settings import Settings
from storage.recorded import write_run
from storage.store import Store


def main(names: list[str]) -> None:
    """Record those examples, one after the other."""
    settings = Settings()
    sandboxes = Sandboxes(settings)
    for example in recordings():
        if example.name in names or (not names and example.picture and not run_file(example).exists()):
            record(example, settings, sandboxes)
    sandboxes.close()


def record(example: Recording, settings: Settings, sandboxes: Sandboxes) -> None:
    """Have its program made, in a history of its own, and keep that run."""
    with tempfile.TemporaryDirectory() as folder:
        store = Store(f"sqlite:///{Path(folder) / 'record.db'}")
        run_id = store.create_run(*asked_for(example))
        work(store, run_id, partial(execute, settings, sandboxes), Cancel())
        write_run(store, run_id, run_file(example))
        made = store.run(run_id)
        store.close()
    sys.stdout.write(f"{example.name}: {made.status}. {made.reason}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
