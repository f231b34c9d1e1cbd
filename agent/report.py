"""The report of a run: a pure function of its events, of the whole run or of what there is so far."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from typing import Any

from agent.attempts import with_report
from agent.events import (
    LATEST,
    AnswerAwaited,
    BriefAnswered,
    BriefReady,
    CheckFinished,
    CodeReady,
    Event,
    FilesSeen,
    ModelAnswered,
    ModelStopped,
    PackagesDoubted,
    PackagesReady,
    ProgramNamed,
    ResultVouched,
    RunFinished,
    RunStarted,
    StartsShown,
    TestsChanged,
    TestsRan,
    TestsReady,
)
from agent.types import NO_REVIEW, Ground, Request, Review, Step, Usage, Vouched
from agent.verdict import STEPS, further
from languages.base import Language
from languages.brief import Brief, Example
from languages.checks import Check
from languages.files import FileLook
from languages.outcome import NO_OUTCOME, Outcome
from languages.packages import Doubt
from languages.registry import LANGUAGES
from languages.types import DEFAULT, NO_NEEDS, Candidate, CheckReport, DroppedTest, Needs, Suite, TestResult
from message import Sentence, joined, say

NO_PROGRAM = Candidate({}, "")
NO_TESTS = Suite({}, ())
UNSURE = say("It isn't sure that this is the program that was checked, so it doesn't count as verified.")


@dataclass(frozen=True, slots=True)
class AttemptReport:
    """One attempt: its program, what the tests said, the checks that were made on it, and what came of its starts.

    Where `is_second`, another program had its number before, so it isn't known which of them an event is about.
    """

    number: int
    candidate: Candidate = NO_PROGRAM
    results: tuple[TestResult, ...] = ()
    problem: str = ""
    seconds: float = 0.0
    checks: tuple[CheckReport, ...] = ()
    outcome: Outcome = NO_OUTCOME
    is_second: bool = False

    @property
    def source(self) -> str:
        """The text of the program that is started."""
        return self.candidate.source

    @property
    def passed(self) -> int:
        """How many tests passed."""
        return sum(result.outcome == "passed" for result in self.results)

    @property
    def all_passed(self) -> bool:
        """True only where every test gave a result, and passed."""
        return not self.problem and bool(self.results) and self.passed == len(self.results)


@dataclass(frozen=True, slots=True)
class Report:
    """What is known of a run. `status` is `running` until the verdict, also where it `awaits_answer` of the person.

    `packages` is the name of the folder with those that programs asked for, empty where none did, and `provided` are
    their pins. `doubts` are those that weren't taken because few use them. `review` is what came of reading the
    results, as far as that keeps it from being vouched for. `steps` are all that it lacks to be verified, as
    `agent/verdict.py:steps` says it, and `advice` says it in words. Its program is `named` as the person said. The
    results that they `vouched` for come in the order in which they did.
    """

    request: Request | None = None
    status: str = "running"
    reason: str = ""
    advice: str = ""
    missing: bool = False
    steps: tuple[Step, ...] = ()
    grounds: tuple[Ground, ...] = ()
    review: Review = NO_REVIEW
    vouched: tuple[Vouched, ...] = ()
    files: tuple[FileLook, ...] = ()
    packages: str = ""
    provided: tuple[str, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    brief: Brief | None = None
    named: str = ""
    suite: Suite = NO_TESTS
    attempts: tuple[AttemptReport, ...] = ()
    chosen_number: int | None = None
    usage: Usage = field(default_factory=Usage)
    awaits_answer: bool = False
    waited_seconds: float = 0.0
    model_seconds: float = 0.0
    total_seconds: float = 0.0

    @property
    def chosen(self) -> AttemptReport | None:
        """The attempt that is handed over; while the run goes on, the latest."""
        if self.chosen_number is not None:
            return next((attempt for attempt in self.attempts if attempt.number == self.chosen_number), None)
        return self.attempts[-1] if self.attempts else None

    @property
    def step(self) -> Step:
        """The first thing that it lacks to be verified; empty where that is nothing, or isn't known."""
        return next(iter(self.steps), "")

    @property
    def further(self) -> str:
        """What else to do, beside what the reason says already."""
        return further(self.reason, self.advice, self.steps)

    @property
    def came_along(self) -> bool:
        """Whether its tests rest on what came with a program that somebody shared."""
        return self.request is not None and self.request.taken_in == "all"

    @property
    def untested_rules(self) -> tuple[int, ...]:
        """The numbers, from 1, of the brief's rules that no test names."""
        return self.brief.untested(self.suite.tests) if self.brief else ()

    @property
    def question(self) -> Example | None:
        """What the person may confirm as an example, where that is missing for `verified`, whatever else is."""
        asked = self.language.question if "confirm" in self.steps and self.language else None
        return asked(self.chosen.candidate, self.suite) if asked and self.chosen else None

    @property
    def undecided(self) -> tuple[DroppedTest, ...]:
        """The tests, once a run is over, of which only the person can say what is right, with the answers there are."""
        return tuple(one for one in self.suite.dropped if one.choices) if self.status != "running" else ()

    @property
    def objections(self) -> tuple[Sentence, ...]:
        """What somebody holds against the results, once a run is over: only the person can say whether it is so."""
        return self.review.doubts if self.status != "running" else ()

    @property
    def allowable(self) -> tuple[Doubt, ...]:
        """The packages that the person may allow, once a run is over that would have used them and isn't verified."""
        return self.doubts if self.status not in ("running", "verified") else ()

    @property
    def unheld_examples(self) -> tuple[int, ...]:
        """The numbers, from 1, of the examples that no test holds the program against."""
        return self.brief.unheld(self.suite.tests) if self.brief else ()

    @property
    def unproven(self) -> tuple[str, ...]:
        """The rules and examples, as in `rule 3`, of which no test was seen to fail where it must."""
        return self.brief.unproven(self.checks, self.suite.tests) if self.brief else ()

    @property
    def checks(self) -> tuple[CheckReport, ...]:
        """The checks of the chosen attempt in the order of their table; what it doesn't have comes last."""
        made = self.chosen.checks if self.chosen else ()
        places = {check.name: place for place, check in enumerate(self.table)}
        return tuple(sorted(made, key=lambda check: places.get(check.name, len(places))))

    @property
    def outcome(self) -> Outcome:
        """What came of starting the chosen program."""
        return self.chosen.outcome if self.chosen else NO_OUTCOME

    @property
    def language(self) -> Language | None:
        """What the program is written in; None where this version doesn't know it."""
        return LANGUAGES.get(self.request.language if self.request else DEFAULT)

    @property
    def table(self) -> Sequence[Check]:
        """The checks that programs of this language get; none for a language that this version doesn't know."""
        return self.language.checks if self.language else ()

    @property
    def needs(self) -> Needs:
        """The packages that the chosen program needs; where no check has said it, what is known without one."""
        found = next((check.needs for check in self.checks if check.needs.pins), NO_NEEDS)
        packaging = self.language.packaging if self.language else None
        if found.pins or not self.chosen or not packaging:
            return found
        return packaging.presumed(self.chosen.candidate.files, self.provided)


def fold(events: Iterable[Event]) -> Report:
    """The report that these events, in order, add up to."""
    return reduce(with_event, events, Report())


def with_event(report: Report, event: Event) -> Report:
    """The report after one more event."""
    match event:
        case RunStarted() | FilesSeen() | ProgramNamed():
            return _add_of_person(report, event)
        case BriefReady() | AnswerAwaited() | BriefAnswered():
            return _add_brief(report, event)
        case PackagesReady(pins, place):
            return replace(report, provided=pins, packages=place)
        case PackagesDoubted(doubts):
            known = {one.name for one in report.doubts}
            return replace(report, doubts=(*report.doubts, *(one for one in doubts if one.name not in known)))
        case TestsReady(suite) | TestsChanged(suite):
            return replace(report, suite=suite)
        case CodeReady() | TestsRan() | CheckFinished() | StartsShown():
            return _add_to_attempt(report, event)
        case ModelAnswered(usage=usage, seconds=seconds) | ModelStopped(usage=usage, seconds=seconds):
            return replace(report, usage=report.usage + usage, model_seconds=report.model_seconds + seconds)
        case RunFinished() | ResultVouched():
            return _judge(report, event)
        case _:
            return report


def _add_of_person(report: Report, event: RunStarted | FilesSeen | ProgramNamed) -> Report:
    match event:
        case RunStarted(request):
            return replace(report, request=request)
        case FilesSeen(looks):
            return replace(report, files=looks)
        case ProgramNamed(name):  # what goes on from it starts with its plan
            return replace(report, named=name, brief=replace(report.brief, name=name) if report.brief else None)


def _add_to_attempt(report: Report, event: CodeReady | TestsRan | CheckFinished | StartsShown) -> Report:
    match event:
        case CodeReady(number, candidate):
            return _begin(report, number, candidate)
        case TestsRan(number, results, seconds, problem):
            # Checks that it has already were made with other tests.
            return _change(report, number, results=results, seconds=seconds, problem=problem, checks=())
        case CheckFinished(check, number):
            return _add_check(report, number, check)
        case StartsShown(number, starts, left_out, contents):
            return _change(report, number, outcome=Outcome(starts, left_out, contents))


def _add_brief(report: Report, event: BriefReady | AnswerAwaited | BriefAnswered) -> Report:
    match event:
        case BriefReady(brief):
            return replace(report, brief=brief)
        case AnswerAwaited():
            return replace(report, awaits_answer=True)
        case BriefAnswered(brief, seconds):
            waited = report.waited_seconds + seconds
            return replace(report, brief=brief, awaits_answer=False, waited_seconds=waited)


def _begin(report: Report, number: int, candidate: Candidate) -> Report:
    """The report with a new attempt; nothing that was found out about another program of its number says more of it."""
    before = next((one for one in report.attempts if one.number == number), AttemptReport(number))
    is_second = before.is_second or before.candidate not in (NO_PROGRAM, candidate)
    others = tuple(one for one in report.attempts if one.number != number)
    return _change(replace(report, attempts=others), number, candidate=candidate, is_second=is_second)


def _change(report: Report, number: int, **changes: Any) -> Report:
    """The report with `changes` to the attempt of that number, which is entered where it isn't there yet."""
    attempts = {attempt.number: attempt for attempt in report.attempts}
    attempts[number] = replace(attempts.get(number, AttemptReport(number)), **changes)
    # By number and not as they came, for attempts may interleave.
    return replace(report, attempts=tuple(attempts[place] for place in sorted(attempts)))


def _add_check(report: Report, number: int, check: CheckReport) -> Report:
    # What earlier versions stored says no number: then nothing else was under way.
    if number == LATEST:
        number = report.attempts[-1].number
    made = next((attempt.checks for attempt in report.attempts if attempt.number == number), ())
    return _change(report, number, checks=with_report(made, check))


def _judge(report: Report, event: RunFinished | ResultVouched) -> Report:
    match event:
        case RunFinished():
            return _finish(report, event)
        case ResultVouched(verdict, vouched):
            return replace(_finish(report, verdict), vouched=(*report.vouched, vouched) if vouched else ())


def _finish(report: Report, event: RunFinished) -> Report:
    finished = replace(
        report,
        status=event.status,
        reason=event.reason,
        advice=event.advice,
        missing=event.missing,
        steps=tuple(filter(None, (event.step, *event.then))),
        grounds=event.grounds,
        review=event.review,
        awaits_answer=False,
        chosen_number=event.attempt,
        total_seconds=event.seconds,
    )
    if event.status != "verified" or _is_judged(finished.chosen, event.judged):
        return finished
    return replace(
        finished,
        status="unverified",
        reason=joined(" ", (UNSURE, STEPS["check"])),
        advice=STEPS["check"],
        steps=("check",),
    )


# Why: docs/decisions.md, "Only the search numbers attempts, and the verdict names the program that it judged"
def _is_judged(chosen: AttemptReport | None, judged: str) -> bool:
    """Whether `chosen` is the program that passed. Earlier versions stored no fingerprint of what was `judged`."""
    if chosen is None or chosen.is_second or not chosen.all_passed:
        return False
    return judged in ("", chosen.candidate.fingerprint)
