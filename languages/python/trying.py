"""Trying a finished program in Python with one's own input: a call, or a start with arguments."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib import resources

from languages.errors import BadCall
from languages.python.syntax import parse
from languages.trial import FOLDER, Trial
from languages.types import Candidate
from message import say


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


def _trial(candidate: Candidate, expression: str | None, arguments: Sequence[str]) -> Trial:
    what = {"entry": candidate.entry, "arguments": list(arguments), "expression": expression}
    ours = resources.files("languages.python")
    files = {
        f"{FOLDER}/try_job.py": ours.joinpath("try_job.py").read_bytes(),
        f"{FOLDER}/echo.py": ours.joinpath("runner", "echo.py").read_bytes(),
        f"{FOLDER}/trial.json": json.dumps(what).encode(),
    }
    return Trial(files, ("python", "-u", f"{FOLDER}/try_job.py"))
