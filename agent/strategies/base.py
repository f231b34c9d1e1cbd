"""What a strategy is, and what it works with."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass

from agent.attempts import Attempt
from agent.conversation import Conversation
from agent.events import CodeReady, Event, TestsRan
from agent.feedback import to_repair
from agent.run_sandbox import RunSandbox
from agent.types import Request
from languages.base import Language
from languages.brief import Brief
from languages.files import FileLook
from languages.types import Candidate, Suite


@dataclass(frozen=True, slots=True)
class Search:
    """One search for a program that passes `suite`. Strategies add to `attempts`, in the order they were tested.

    `looks` are at the files that came with the task.
    """

    request: Request
    language: Language
    brief: Brief | None
    suite: Suite
    coder: Conversation
    sandbox: RunSandbox
    attempts: list[Attempt]
    looks: Sequence[FileLook] = ()

    def try_program(self, number: int, candidate: Candidate) -> Generator[Event, None, Attempt]:
        """Test a program, check it if it passes, and add what came of it to `attempts`, even if only half was done.

        Raises what `RunSandbox.test` and `RunSandbox.check` raise.
        """
        yield CodeReady(number, candidate)
        verdicts = yield from self.sandbox.test(candidate, self.suite)
        place = len(self.attempts)
        # Before it is checked, so that a run that ends in the middle has it to show.
        self.attempts.append(Attempt(number, candidate, verdicts))
        yield TestsRan(number, verdicts.results, verdicts.seconds, verdicts.problem_in_full)
        if verdicts.passed:
            reports = yield from self.sandbox.check(candidate, self.suite, number, self.brief)
            findings = to_repair(reports, self.language.checks)
            self.attempts[place] = Attempt(number, candidate, verdicts, reports, findings)
        return self.attempts[place]


@dataclass(frozen=True, slots=True)
class Strategy:
    """One way to search. `title` says it to people; `run` raises what conversations and the sandbox raise."""

    name: str
    title: str
    run: Callable[[Search], Generator[Event, None, None]]
