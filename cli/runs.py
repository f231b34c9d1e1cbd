"""The history in the terminal."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from typing import Any

from rich.console import Console
from rich.table import Column, Table
from rich.text import Text

from cli.live import VERDICTS
from settings import Settings
from storage.store import Store
from storage.types import RunSummary
from wording import clock, printable


def show_runs(settings: Settings, limit: int, as_json: bool, console: Console) -> None:
    """Print the newest `limit` runs. Raises `StorageError`."""
    store = Store(settings.database)
    try:
        store.mark_interrupted()
        summaries = store.runs(limit)
    finally:
        store.close()
    if as_json:
        sys.stdout.write(json.dumps([_for_machines(summary) for summary in summaries], indent=2) + "\n")
    elif summaries:
        console.print(_table(summaries))
    else:
        console.print('No runs yet. Start one: python app.py solve "what the program should do"')


def _table(summaries: list[RunSummary]) -> Table:
    table = Table(
        Column("Run", no_wrap=True), "When", "Verdict", "Model", "Time", "Task", box=None, header_style="bold"
    )
    for run in summaries:
        table.add_row(
            run.run_id,
            run.created.astimezone().strftime("%Y-%m-%d %H:%M"),
            Text(run.status, VERDICTS.get(run.status, "dim")),
            Text(printable(run.model)),
            "" if run.seconds is None else clock(run.seconds),
            Text(printable(" ".join(run.task.split()))[:60], overflow="ellipsis", no_wrap=True),
        )
    return table


def _for_machines(run: RunSummary) -> dict[str, Any]:
    finished = run.finished.isoformat() if run.finished else None
    return {**asdict(run), "created": run.created.isoformat(), "finished": finished}
