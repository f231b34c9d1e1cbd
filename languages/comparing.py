"""What a language does so that two programs for one task can be compared."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from languages.types import Candidate, Suite, TellingInput
from sandbox.base import Job, JobResult


@dataclass(frozen=True, slots=True)
class Compared:
    """What two programs give for the same inputs, in which nobody has put what is right.

    For so many both give the `same` value, for so many each another one. `telling` are a few inputs with which they
    differ, also where the first crashes, with what comes of that one. None of these has something of a sort that no
    test has in its place, such as a number below zero; `beyond` are some that do.
    """

    same: int = 0
    different: int = 0
    telling: tuple[TellingInput, ...] = ()
    beyond: tuple[TellingInput, ...] = ()


@dataclass(frozen=True, slots=True)
class Comparing:
    """What a language knows of two programs that do the same."""

    outline: Callable[[Candidate, Suite], str]
    """What tests use of a program: names, parameters and the like, with nothing of how it does what it does."""

    job: Callable[[Candidate, Candidate, Suite], Job]
    """What compares the first program with the second, on inputs of the tests and others like them."""

    read: Callable[[JobResult], Compared | None]
    """What such a job found; None where it broke."""
