"""The one HTML file of a program, beside the other files that a run leaves in a folder."""

from __future__ import annotations

import logging
import os
from collections.abc import Mapping

from rich.console import Console
from rich.text import Text

from agent.handover import title_of
from agent.report import Report
from cancel import Cancel
from cli.stopping import stopped_by_signals
from engines.one_file import make_one_file, why_not
from engines.sandboxes import Sandboxes
from errors import AssayError
from languages.handover import File
from settings import Settings
from translation import of_environment, speaking
from wording import printable

log = logging.getLogger(__name__)


# Why: docs/decisions.md, "A program's tests run in the file itself, in the sandbox's browser"
def for_browsers(
    report: Report,
    inputs: Mapping[str, bytes],
    sandboxes: Sandboxes,
    settings: Settings,
    console: Console,
) -> dict[str, File]:
    """It by its name, where nothing has to be fetched for it and the program's tests pass in it.

    Else nothing. Where it was tried, or lacks only packages, it is said why. A first Ctrl-C leaves it out.
    """
    one_file = report.language.one_file if report.language else None
    store = settings.browser_parts
    if one_file is None or report.chosen is None or why_not(report) or not one_file.is_here(store):
        return {}
    if lacking := one_file.lacks(store, report.chosen.candidate, report.needs):
        first = f"{', '.join(lacking)} would have to be fetched first, which “Make the file” on the page does."
        console.print(Text(f"There is no {one_file.name}: {first}", "dim"))
        return {}
    cancel = Cancel()
    try:
        with (
            console.status("") as status,
            stopped_by_signals(lambda: cancel.cancel("It was left out.")),
            speaking(of_environment(os.environ)),
        ):
            made = make_one_file(report, title_of(report), inputs, sandboxes, store, cancel, status.update)
    except (AssayError, OSError) as problem:
        log.info("no one file", exc_info=True)
        said = problem.message if isinstance(problem, AssayError) else problem.strerror
        console.print(Text(printable(f"There is no {one_file.name}: {said}"), "dim"))
        return {}
    return {one_file.name: File(made.content)}
