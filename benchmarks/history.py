"""How long the history takes with many runs: `python -m benchmarks.history [RUNS]` (default 100,000)."""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from rich.console import Console
from rich.table import Table
from sqlalchemy import insert

from agent.events import Notice
from agent.types import Request
from storage.database import Database
from storage.ids import new_run_id
from storage.rows import RunRow
from storage.store import Store

MODELS = ["demo", "ollama:qwen3:8b", "claude:claude-sonnet"]
STATUSES = ["verified", "verified", "unverified", "failed", "cancelled"]


def main(count: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder).as_posix()}/history.db"
        fill(url, count)
        table = Table("what", "milliseconds (median of 20)", title=f"{count:,} runs")
        for name, action in actions(url).items():
            table.add_row(name, f"{median_milliseconds(action):.2f}")
        Console().print(table)


def fill(url: str, count: int) -> None:
    database = Database(url)
    with database.writing() as session:
        session.execute(insert(RunRow), [row(number) for number in range(count)])
    database.close()


def row(number: int) -> dict[str, object]:
    created = datetime.now(UTC) - timedelta(minutes=number)
    return {
        "id": new_run_id(),
        "created": created,
        "finished": created,
        "status": STATUSES[number % len(STATUSES)],
        "model": MODELS[number % len(MODELS)],
        "test_model": "demo",
        "owner": "",
        "seconds": 9.0,
        "request": "{}",
        "task": f"Write a function number {number} that counts the words of a text. " * 5,
    }


def actions(url: str) -> dict[str, Callable[[], object]]:
    store = Store(url)
    middle = store.runs(limit=1000)[-1].run_id
    run_id = store.create_run(Request("task", "demo", "demo"))
    return {
        "open the history": lambda: Store(url).close(),
        "list the newest 50": store.runs,
        "list 50 further back": lambda: store.runs(before=middle),
        "list 50 of a verdict": lambda: store.runs(status="failed"),
        "list 50 of a verdict and a model": lambda: store.runs(status="failed", model="demo"),
        "search for words that occur": lambda: store.runs(text="counts the words"),
        "search for words that don't": lambda: store.runs(text="quicksilver"),
        "mark interrupted runs": store.mark_interrupted,
        "store an event": lambda: store.append(run_id, [Notice("Hello")]),
        "look for new events": lambda: store.events(run_id, after=10**6),
    }


def median_milliseconds(action: Callable[[], object]) -> float:
    times = []
    for _ in range(20):
        started = time.perf_counter()
        action()
        times.append(1000 * (time.perf_counter() - started))
    return statistics.median(times)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)
