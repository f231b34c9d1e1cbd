"""Where the command line prints, and how it says that something went wrong."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from rich.console import Console
from rich.text import Text

from errors import AssayError
from wording import printable


class PatientConsole(Console):
    """A terminal whose reader may go away, as in `| head`: the work goes on without being shown."""

    def on_broken_pipe(self) -> None:
        """See `Console.on_broken_pipe`, which would end the process."""
        self.quiet = True
        stop_printing()


def make_console(stderr: bool = False) -> Console:
    """The terminal; without colours where it isn't one."""
    return PatientConsole(stderr=stderr, highlight=False)


def stop_printing() -> None:
    """Send what is still printed nowhere, so that the interpreter doesn't fail on it when it ends."""
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere:
        os.dup2(nowhere.fileno(), sys.stdout.fileno())


def fail(problem: AssayError) -> int:
    """Say what went wrong and what to do next, and return the exit code: 3 if something is missing, else 1."""
    console = make_console(stderr=True)
    console.print(Text(printable(problem.message), style="bold red"))
    if problem.advice:
        console.print(Text(printable(problem.advice)))
    return 3 if problem.missing else 1
