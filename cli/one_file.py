"""The one HTML file of a program, beside the other files that a run leaves in a folder."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from pathlib import Path

from rich.console import Console
from rich.text import Text

from agent.handover import title_of
from agent.report import Report
from cancel import Cancel
from cli.stopping import stopped_by_signals
from engines.one_file import make_one_file, why_not
from engines.sandboxes import Sandboxes
from errors import AssayError
from sandbox.paths import place_below
from settings import Settings
from wording import printable

log = logging.getLogger(__name__)


# Why: docs/decisions.md, "`solve` makes the one file where all that it needs is here"
def for_browsers(
    report: Report,
    folder: Path,
    inputs: Mapping[str, bytes],
    sandboxes: Sandboxes,
    settings: Settings,
    console: Console,
) -> list[Path]:
    """Write it into `folder` where nothing has to be fetched for it and the program's tests pass in it; return it.

    Else nothing is written. Where it was tried, or lacks only packages, it is said why. A first Ctrl-C leaves it out.
    """
    one_file = report.language.one_file if report.language else None
    store = settings.browser_parts
    if one_file is None or report.chosen is None or why_not(report) or not one_file.is_here(store):
        return []
    if lacking := one_file.lacks(store, report.chosen.candidate, report.needs):
        first = f"{', '.join(lacking)} would have to be fetched first, which “Make it” on the page does."
        console.print(Text(f"There is no {one_file.name}: {first}", "dim"))
        return []
    cancel = Cancel()
    try:
        with console.status("") as status, stopped_by_signals(lambda: cancel.cancel("It was left out.")):
            made = make_one_file(report, title_of(report), inputs, sandboxes, store, cancel, status.update)
        path = place_below(folder, one_file.name)
        path.write_bytes(made.content)
    except (AssayError, OSError) as problem:
        log.info("no one file", exc_info=True)
        said = problem.message if isinstance(problem, AssayError) else problem.strerror
        console.print(Text(printable(f"There is no {one_file.name}: {said}"), "dim"))
        return []
    return [path]
