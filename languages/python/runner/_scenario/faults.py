"""Errors of this kit, told from those of programs: they are never a verdict on one."""

from __future__ import annotations

import sys
import traceback
from pathlib import Path

from .sentences import FELL_OVER_ITSELF

BEGUN = {"solution.py", "runpy.py", "<frozen runpy>"}
"""What is at work from where on an error is the program's own."""
SAID = 300  # characters of an error
NO_BRACKETS = str.maketrans("()", "[]")


class Fault(Exception):
    """Something of the kit fell over in the program's own process."""


def is_ours(error: BaseException) -> bool:
    """Whether an error in the program's process came up without any line of the program at work."""
    files = (Path(frame.f_code.co_filename).name for frame, _ in traceback.walk_tb(error.__traceback__))
    return isinstance(error, Exception) and BEGUN.isdisjoint(files)


def said_of(error: BaseException) -> str:
    """That the kit fell over, and at what, in a line."""
    what = str(error) if isinstance(error, Fault) else f"{type(error).__name__}: {error}"
    return f"{FELL_OVER_ITSELF} ({' '.join(what.split()).translate(NO_BRACKETS)[:SAID]})"


def tell(error: BaseException) -> None:
    """Show it where a person would see the program's own error."""
    print(said_of(error), file=sys.stderr)  # noqa: T201


def require_none(text: str) -> None:
    """Raise `Fault` where what was shown says that the kit fell over."""
    said = next((line for line in text.splitlines() if line.startswith(FELL_OVER_ITSELF)), "")
    if said:
        raise Fault(said.removeprefix(FELL_OVER_ITSELF).strip(" ()"))
