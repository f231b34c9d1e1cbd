"""Trying a finished program in Python with one's own input: a call, or a start with arguments."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from languages.errors import BadCall
from languages.python.bringing import name_of, script
from languages.python.syntax import parse
from languages.trial import FOLDER, Trial
from languages.types import Candidate
from message import say

PROGRAM, ECHO = "try_job.py", ("runner/echo.py",)
"""What starts a program, and what that imports."""
WINDOW = "screen/window_job.py"
SCREEN = ("screen/x_connection.py", "screen/x_keys.py", "screen/x_screen.py", "runner/_scenario/display.py")
"""What starts that where the program has windows, and what it imports."""
SENTENCES = (
    say("It stopped with an error."),
    say("It wanted to read more input than it was given."),
    say("Without Docker its window would open on this screen: take it along, and start it there."),
    say("Windows can't be shown here: there is no screen, and no Xvfb (sudo apt-get install xvfb)"),
    say("Windows can't be shown here: this Python has no tkinter (sudo apt-get install python3-tk)"),
)
"""What these may say; inside they are plain texts, for `message.py` isn't there."""


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
    return _trial(candidate, None, arguments, WINDOW, script(WINDOW, SCREEN))


def _trial(
    candidate: Candidate,
    expression: str | None,
    arguments: Sequence[str],
    job: str = PROGRAM,
    more: Mapping[str, bytes] = MappingProxyType({}),
) -> Trial:
    what = {"entry": candidate.entry, "arguments": list(arguments), "expression": expression}
    files = {**script(PROGRAM, ECHO), **more, f"{FOLDER}/trial.json": json.dumps(what).encode()}
    return Trial(files, ("python", "-u", name_of(job)), SENTENCES)
