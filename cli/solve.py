"""One run in the terminal: start it, show it, and leave its files in a folder."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from agent.events import Event
from agent.report import Report, fold
from agent.types import Request
from cli.console import stop_printing
from cli.live import LiveView
from cli.output import prepare, write_files
from cli.stopping import CANCELLED, stopped_by_signals
from engines.assembly import open_engine
from engines.base import Engine
from engines.sandboxes import Sandboxes
from languages.registry import language_named
from settings import Settings
from storage.types import StoredEvent

VERIFIED, NOT_VERIFIED, MISSING = 0, 1, 3
Show = Callable[[StoredEvent], None]


def solve(
    settings: Settings,
    request: Request,
    inputs: Mapping[str, bytes],
    folder: Path | None,
    as_json_lines: bool,
    console: Console,
) -> int:
    """Make one run, on `inputs` by their paths, and return the exit code.

    That is 0 for verified, 1 for not verified, 3 where something is missing, 130 for cancelled.

    Raises `StorageError` where the history can't be used, and `FolderUnusable` where `folder` can't.
    """
    if folder:
        prepare(folder, language_named(request.language))
    engine, store = open_engine(settings, Sandboxes(settings))
    try:
        run_id = engine.start(request, inputs)
        with _shown(as_json_lines, console) as show:
            events = list(_follow(engine, run_id, show))
    finally:
        engine.close()
        store.close()
    report = fold(events)
    target = folder or Path(f"assay-{run_id}")
    files = write_files(report, run_id, target)
    if not as_json_lines:
        console.print(Text.assemble("\n", (f"{target}: ", "dim"), ", ".join(file.name for file in files)))
    return exit_code(report)


def exit_code(report: Report) -> int:
    """What the process says to who started it."""
    if report.status == "verified":
        return VERIFIED
    if report.status == "cancelled":
        return CANCELLED
    return MISSING if report.missing else NOT_VERIFIED


def json_line(stored: StoredEvent) -> str:
    """One event as a line for machines: run id, number, time, and the event's own fields."""
    head: dict[str, Any] = {"run_id": stored.run_id, "seq": stored.seq, "time": stored.time.isoformat()}
    return json.dumps({**head, **asdict(stored.event)})


def _shown(as_json_lines: bool, console: Console) -> AbstractContextManager[Show]:
    return nullcontext(_print_line) if as_json_lines else _live(console)


@contextmanager
def _live(console: Console) -> Iterator[Show]:
    with LiveView(console) as view:
        yield lambda stored: view.show(stored.event)


def _print_line(stored: StoredEvent) -> None:
    try:
        sys.stdout.write(json_line(stored) + "\n")
        sys.stdout.flush()
    except BrokenPipeError:
        stop_printing()  # whoever read us is satisfied; the run goes on


def _follow(engine: Engine, run_id: str, show: Show) -> Iterator[Event]:
    """The run's events to its end; the first Ctrl-C (or SIGTERM) stops the run, the second stops us."""
    with stopped_by_signals(lambda: engine.cancel(run_id)):
        for stored in engine.follow(run_id):
            show(stored)
            yield stored.event
