"""What a language does so that inputs which tell planted mistakes apart become tests."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from languages.brief import Brief
from languages.types import Candidate, Finding, Suite, TellingInput, TestResult
from sandbox.base import Job, JobResult


@dataclass(frozen=True, slots=True)
class Strengthening:
    """What a language knows of new tests."""

    read_inputs: Callable[[str], Sequence[str]]
    """From a model's reply to inputs as in `Suite.inputs`. Raises `NoUsableReply`."""

    fitting: Callable[[Sequence[str], Brief | None], Sequence[str]]
    """Those inputs that the functions of such a program take. Raises `NoUsableReply` where none is left."""

    starts_beside: Callable[[str], tuple[str, Sequence[str]]]
    """A reply without the block in it that holds nothing but starts of the program, and those as inputs."""

    drafted: Callable[[TellingInput, Collection[str]], Suite]
    """One test of an input, under a name that isn't taken; what it expects is still to be worked out.

    Raises `NoUsableReply` where it can't be a test."""

    comparable: Callable[[str, str], bool]
    """Whether of two values of expectations one can be right where the other is wrong, for they are of one type."""

    joined: Callable[[Suite, Suite], Suite]
    """The tests with those of the other suite, which bring along what they need, under names that aren't taken.

    Raises `NoUsableReply` where one needs what can't be brought along."""

    helped: Callable[[Suite, Suite], Suite]
    """The second tests with those helpers of the first that they use and don't have."""

    named: Callable[[Suite, str, str], frozenset[str]]
    """The words by which tests, what was said of a program, and what examples expect fix what comes of it, as in
    `Difference.words`."""

    is_assertion: Callable[[TestResult], bool]
    """Whether a test fails for what it asserts, and not because something went wrong in it."""

    is_value: Callable[[TestResult], bool]
    """Whether it fails because something else comes than it asserts, and not because an error doesn't come."""

    kill_job: Callable[[Candidate, Suite, Suite, Sequence[str], Brief | None], Job]
    """What plants the mistakes of these names, which they have since the first tests were the program's and this was
    what it is to do, and runs the second tests only."""

    held: Callable[[Suite, Finding], Suite]
    """The tests with the one that comes with a finding beside them, unless it is there already."""

    read_kills: Callable[[JobResult], Collection[str]]
    """The names of those that were noticed in such a job."""
