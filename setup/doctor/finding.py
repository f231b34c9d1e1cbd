"""One thing that was looked at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

State = Literal["ok", "missing", "optional"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing Assay needs or can use. `optional` is missing, too, but runs go on without it.

    `cause` is a word for programs, as in `not_installed`, and empty where all is well; `advice` is the one thing to
    do about it.
    """

    name: str
    state: State
    summary: str
    advice: str = ""
    cause: str = ""


def state_of(present: bool, needed: bool) -> State:
    """The state of something that is `present`, or else `needed` or not."""
    if present:
        return "ok"
    return "missing" if needed else "optional"
