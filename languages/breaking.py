"""What a language does so that a program can be broken on purpose, to see whether its tests fail."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from languages.types import Candidate, TestResult


@dataclass(frozen=True, slots=True)
class Breaking:
    """What a language knows of broken programs."""

    read: Callable[[str, Candidate, Collection[str]], Mapping[str, Candidate]]
    """From a model's reply, the program that is broken, and what for, as in `rule 3`, to the program as it is with each
    of the changes in the reply; some may be missing. Raises `NoUsableReply` where all are."""

    noticed: Callable[[TestResult], bool]
    """Whether a test fails for what it asserts, and not because the program, or the test, stops with an error."""
