"""What a language does so that it can be seen how a failing test came to its values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from languages.types import Candidate, Suite
from sandbox.base import Job, JobResult


@dataclass(frozen=True, slots=True)
class Trace:
    """What went on in a program in the last call, or start, that a test made of it.

    `frames` are its functions that were at work at the end, the innermost last, each with its variables; `lines` all
    that was executed, each with what it changed. Both are texts for models, and bounded.
    """

    frames: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Tracing:
    """How a language looks into failing tests."""

    job: Callable[[Candidate, Suite, Sequence[str]], Job]
    """What runs the tests of these names, and watches the program as it goes."""

    read: Callable[[JobResult], Mapping[str, Trace]]
    """What such a job saw, by the tests' names; empty where it broke."""
