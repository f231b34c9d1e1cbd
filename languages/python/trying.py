"""Trying a finished program in Python with one's own input: a call, or a start with arguments."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib import resources
from pathlib import PurePosixPath

from languages.errors import BadCall
from languages.python.syntax import parse
from languages.trial import FOLDER, Trial
from languages.types import Candidate
from message import say

PROGRAM = ("try_job.py", "runner/echo.py")
"""What is laid beside a program to start it."""
WINDOW = (
    "screen/window_job.py",
    "screen/x_connection.py",
    "screen/x_keys.py",
    "screen/x_screen.py",
    "runner/_scenario/display.py",
)
"""What is there as well where it has windows."""
SENTENCES = (
    say("It stopped with an error."),
    say("It wanted to read more input than it was given."),
    say("Without Docker its window would open on this screen: take it along, and start it there."),
    say("Windows can't be shown here: there is no screen, and no Xvfb (sudo apt-get install xvfb)"),
    say("Windows can't be shown here: this Python has no tkinter (sudo apt-get install python3-tk)"),
)
"""What these may say; inside they are plain texts, for nothing of ours can be imported there."""


def try_call(candidate: Candidate, expression: str) -> Trial:
    """Evaluate `expression`, such as `word_counts("a b a")`, with all public names of `candidate`.

    Several statements may come before it. Raises `BadCall`.
    """
    try:
        parse(expression)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise BadCall(
            say("This can't be read as Python: %(error)s.", error=str(getattr(error, "msg", error)))
        ) from error
    return _trial(candidate, expression, ())


def try_start(candidate: Candidate, arguments: Sequence[str]) -> Trial:
    """Start `candidate` as a script."""
    return _trial(candidate, None, arguments)


def try_window(candidate: Candidate, arguments: Sequence[str]) -> Trial:
    """Start `candidate` as a script that opens windows, for a person who sees and uses them on the page."""
    return _trial(candidate, None, arguments, WINDOW, "window_job.py")


def _trial(
    candidate: Candidate,
    expression: str | None,
    arguments: Sequence[str],
    more: Sequence[str] = (),
    job: str = "try_job.py",
) -> Trial:
    what = {"entry": candidate.entry, "arguments": list(arguments), "expression": expression}
    ours = resources.files("languages.python")
    laid = {PurePosixPath(path).name: ours.joinpath(path).read_bytes() for path in (*PROGRAM, *more)}
    files = {**laid, "trial.json": json.dumps(what).encode()}
    command = ("python", "-u", f"{FOLDER}/{job}")
    return Trial({f"{FOLDER}/{name}": content for name, content in files.items()}, command, SENTENCES)
