"""What is checked once the tests pass: one file a check, in the table of its language.

None of them runs generated code outside the sandbox.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Protocol

from cancel import Cancel
from languages.brief import Brief
from languages.types import Candidate, CheckReport, Suite
from sandbox.base import Sandbox

# Why: docs/decisions.md, "Tests are strong enough where they notice 70 % of the mistakes"
ENOUGH_NOTICED = 0.7
"""The share of planted mistakes that the tests must notice, where nobody asks for another."""
Details = Literal["findings", "mutants"]
"""What a check's findings look like before people: a list of places in the program, or changes that nobody noticed."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a check is: `done` of `total` steps. Of planted mistakes `noticed` and `unnoticed` say what is known so
    far of those that were tried; what looks unnoticed may turn out to change nothing. `now` says what is being done."""

    done: int
    total: int
    noticed: int = 0
    unnoticed: int = 0
    now: str = ""


Part = Literal["program", "packages", "brief", "tests", "inputs"]
"""Something that a check's result may depend on; `inputs` are what else a suite has beside its tests."""


@dataclass(frozen=True, slots=True)
class Earlier:
    """What a check said of this very program, with the same packages and brief, and other tests or inputs.

    `suite` is what it was made with then, and `first` what it was when all was last made as a whole: mistakes that are
    planted have their names since. `notes` are what the check left for itself.
    """

    suite: Suite
    report: CheckReport
    first: Suite
    notes: Any = None


@dataclass(frozen=True, slots=True)
class CheckContext:
    """What a check works with. `on_progress` is told by one that takes long.

    `mutation_score` is the share of planted mistakes, 0 to 1, that the tests must catch; `brief` says what is built.
    `earlier` is what it said before, where that may spare work; `leave` keeps notes for the next time, and the tests
    with which it was last made as a whole.
    `rooms` gives out rooms that are opened already, if there are any. For when nobody can be asked, the file
    `advisories` has what is known of packages, and the folder `packages` what was fetched.
    """

    sandbox: Sandbox
    cancel: Cancel
    on_progress: Callable[[Progress], None] = lambda progress: None
    mutation_score: float = ENOUGH_NOTICED
    brief: Brief | None = None
    earlier: Earlier | None = None
    leave: Callable[[Any, Suite], None] = lambda notes, first: None
    rooms: Callable[[], AbstractContextManager[Sandbox]] | None = None
    advisories: Path | None = None
    packages: Path | None = None

    def room(self) -> AbstractContextManager[Sandbox]:
        """A sandbox like `sandbox` in which nothing else runs, and nothing ran before; closed when the block is left.

        It is for jobs that decide: nobody is there who could tell them what to say. Entering raises `Cancelled` and
        `SandboxError`.
        """
        return self.rooms() if self.rooms else closing(self.sandbox.another())


class Check(Protocol):
    """One way to look for what is wrong with a program that passes its tests.

    `name` is the tool's, as in `bandit`, and is stored; `title` is what people read, as in `Security`, and `purpose`
    says in a sentence what happens, for people who wait. `claim` is what is claimed of a program that passes, `wrong`
    what is wrong with one that fails, empty where its first finding says so itself, and `unknown` what isn't known
    where the check wasn't made: each in a sentence for who doesn't program, without a full stop.
    A program must pass what is `required` to be verified; what a `repairable` one finds goes back to the model that
    wrote the program. One that `proves` looks at the tests, the others attack the program. `details` is what its
    findings look like. What it says stays true as long as nothing changes that
    it `depends_on`.
    """

    name: str
    title: str
    purpose: str
    claim: str
    wrong: str
    unknown: str
    required: bool
    repairable: bool
    proves: bool
    details: Details
    depends_on: frozenset[Part]

    def run(self, candidate: Candidate, suite: Suite, context: CheckContext) -> CheckReport:
        """Check `candidate`, which passes `suite`.

        What the tool found is in the report. A check that could not be made returns `not_checked`
        with the reason; a tool that broke returns `error`.

        Raises `Cancelled` and `SandboxError`.
        """
