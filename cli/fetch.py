"""Fetching a model, with a progress bar."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from rich.console import Console
from rich.filesize import decimal
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn, TransferSpeedColumn
from rich.prompt import Confirm
from rich.text import Text

from agent.models.provider import DownloadStep
from cancel import Cancel
from cli.console import fail
from cli.stopping import CANCELLED, stopped_by_signals
from errors import AssayError, Cancelled
from settings import Settings
from setup import catalog
from setup.fetching import Download, Offer, check_room, offer
from wording import printable

DONE, FAILED, USAGE = 0, 1, 2
LATER = "What was fetched is kept: the same command goes on from there."


def fetch(settings: Settings, name: str, agreed: bool, console: Console) -> int:
    """Fetch the model `name`, or the best for this computer where it is empty, and return the exit code.

    Asks before, unless `agreed`. 0: it is here. 1: it could not be fetched. 2: nobody is there to be asked.
    130: the user said no, or stopped it.
    """
    try:
        made = offer(settings, name)
        console.print(Text.assemble((made.name, "bold"), f": {printable(made.why)}"))
        if made.installed:
            return DONE
        check_room(made, settings)
        return _may_fetch(made, agreed, console) or _fetch(made, settings, console)
    except Cancelled as stopped:
        console.print(f"{stopped.message} {LATER}")
        return CANCELLED
    except AssayError as problem:
        fail(problem)
        return FAILED


def _may_fetch(made: Offer, agreed: bool, console: Console) -> int:
    """0 where the user agrees, else the exit code."""
    console.print(Text(f"The download is {made.size}. If it is cut off, it goes on later where it was."))
    if agreed:
        return DONE
    if not sys.stdin.isatty():
        fail(AssayError("Nobody is here to be asked, so nothing was fetched.", "Add --yes to fetch it."))
        return USAGE
    try:
        if Confirm.ask("Fetch it?", console=console, default=True):
            return DONE
    except EOFError:
        console.print()
    console.print("Nothing was fetched.")
    return CANCELLED


def _fetch(made: Offer, settings: Settings, console: Console) -> int:
    cancel = Cancel()
    with stopped_by_signals(lambda: cancel.cancel("You stopped the download.")):
        steps = catalog.fetch(made.spec, settings, cancel)
        show = _show_bar if console.is_terminal else _show_lines
        show(steps, Download(made.size_bytes or 0), console)
    console.print(Text(f"{made.name} is ready. It is picked as {made.spec}", style="green"))
    return DONE


def _show_bar(steps: Iterator[DownloadStep], download: Download, console: Console) -> None:
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        DownloadColumn(),
        TransferSpeedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console) as bar:
        task = bar.add_task("starting", total=download.total or None)
        for step in steps:
            download.add(step)
            status = printable(step.status)[:30]
            bar.update(task, description=status, completed=download.completed, total=download.total or None)


def _show_lines(steps: Iterator[DownloadStep], download: Download, console: Console) -> None:
    """For logs: what the download is at, and a line for each tenth of the bytes."""
    said = ""
    for step in steps:
        download.add(step)
        tenths = 10 * download.completed // download.total if step.total_bytes else 0
        line = f"{10 * tenths} % of {decimal(download.total)}" if step.total_bytes else step.status
        if line != said:
            console.print(Text(printable(line)))
            said = line
