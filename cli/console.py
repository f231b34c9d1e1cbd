"""Where the command line prints, and how it says that something went wrong."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from agent.wording import printable
from errors import AssayError


def make_console(stderr: bool = False) -> Console:
    """The terminal; without colours where it isn't one."""
    return Console(stderr=stderr, highlight=False)


def fail(problem: AssayError) -> int:
    """Say what went wrong and what to do next, and return the exit code: 3 if something is missing, else 1."""
    console = make_console(stderr=True)
    console.print(Text(printable(problem.message), style="bold red"))
    if problem.advice:
        console.print(Text(printable(problem.advice)))
    return 3 if problem.missing else 1
