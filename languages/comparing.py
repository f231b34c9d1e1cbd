"""What a language does so that two programs for one task can be compared."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from languages.types import Candidate, Suite, TellingInput
from sandbox.base import Job, JobResult


@dataclass(frozen=True, slots=True)
class Compared:
    """What a program and others give for the same inputs, in which nobody has put what is right.

    For so many one of the others gives the `same` value, for so many each gives a `different` one; `least` is how often
    the one does that agrees most seldom. `telling` are a few inputs with which they differ, also where the first
    crashes, with what comes of that one.
    """

    same: int = 0
    different: int = 0
    least: int = 0
    telling: tuple[TellingInput, ...] = ()


@dataclass(frozen=True, slots=True)
class Comparing:
    """What a language knows of two programs that do the same."""

    outline: Callable[[Candidate, Suite], str]
    """What tests use of a program: names, parameters and the like, with nothing of how it does what it does."""

    job: Callable[[Candidate, Sequence[Candidate], Suite], Job]
    """What compares the program with the others, on inputs of the tests and others like them."""

    read: Callable[[JobResult], Compared | None]
    """What such a job found; None where it broke."""
