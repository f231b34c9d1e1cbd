"""Why a test failed, as far as it can be said in words: what was given, what had to come of it, and what came."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Failure:
    """Empty texts are what isn't known.

    `given` is what was called. Where `expected` had only to be in what came, it is a `part` of it. `error` is what
    ended the program, in the language's own words, and `shown` what it showed until then. Failures of one `cause` have
    one mistake behind them, as where the same line of the program raises the same error.
    """

    given: str = ""
    expected: str = ""
    came: str = ""
    part: bool = False
    error: str = ""
    shown: str = ""
    cause: str = ""


UNKNOWN = Failure()
