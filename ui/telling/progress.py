"""How far a run is: its stages and steps, its time, and the answer that streams. A pure function of what is known."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Literal

from agent.doing import Doing
from agent.pace import HURRIED, about_tokens, rounded
from agent.report import Report
from agent.timing import at_the_latest, in_minutes
from agent.types import Role
from languages.brief import sentences
from languages.checks import Check
from languages.registry import check_named
from languages.types import CheckReport, CheckStatus, TestResult
from message import joined, say, say_count
from ui.live.known import Answer, Known
from ui.telling.model_entries import thought_about

MOST_CELLS = 120
FRUITLESS = 2
"""So many attempts may make nothing better, before it is said that they lead nowhere."""
MOST_TYPED = 1200
WORTH_IT = 120.0
"""Seconds that must be left for a hurry to be worth a word."""
State = Literal["waiting", "running", "done", "failed", "not_checked", "not_needed", "stopped", "not_reached"]
TELLING: tuple[State, ...] = (
    "running",
    "failed",
    "stopped",
    "not_checked",
    "waiting",
    "not_reached",
    "done",
    "not_needed",
)
"""Which state of several steps is said of them all."""
CHECK_STATES: dict[CheckStatus, State] = {
    "passed": "done",
    "failed": "failed",
    "not_checked": "not_checked",
    "error": "not_checked",
}


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the row; `detail` says in two or three words what came of it."""

    name: str
    state: State
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Stage:
    """Some of the steps under a title, with the name of a picture."""

    title: str
    picture: str
    steps: tuple[Step, ...]

    @property
    def state(self) -> State:
        """That of the step that says most."""
        states = {step.state for step in self.steps}
        if "done" in states and states & {"waiting", "running"}:
            return "running"
        return next((state for state in TELLING if state in states), "waiting")


@dataclass(frozen=True, slots=True)
class Planted:
    """Planted mistakes: noticed, missed, not noticed so far, tried without it being known what became of them, and
    still to come. One that isn't noticed so far may turn out to change nothing."""

    caught: int = 0
    missed: int = 0
    unnoticed: int = 0
    tried: int = 0
    left: int = 0

    @property
    def settled(self) -> bool:
        """Whether it is known of each what became of it."""
        return not (self.unnoticed or self.tried or self.left)

    @property
    def cells(self) -> list[tuple[str, int]]:
        """How many squares stand for each kind; a large number is drawn smaller."""
        counts = asdict(self)
        total = sum(counts.values())
        share = min(1.0, MOST_CELLS / total) if total else 1.0
        return [(kind, math.ceil(share * count)) for kind, count in counts.items()]


@dataclass(frozen=True, slots=True)
class RunProgress:
    """What is shown while a run goes on. `streams` says about how much there is of the answer that streams now, and
    `typed` is its end; about so many `tokens` have all answers so far. `left` says how long the run still takes and
    `latest` when it ends in any case, where that is known; one that `may_hurry` takes long enough to be offered that,
    and `quick` says what it means where somebody took it. `told` says of tests of the latest attempt how they ended,
    before there is a verdict. `nowhere` says why it seems to lead nowhere; empty while it may."""

    stages: tuple[Stage, ...]
    sentence: str
    streams: str
    typed: str
    seconds: float
    planted: Planted | None
    report: Report
    told: tuple[TestResult, ...] = ()
    nowhere: str = ""
    tokens: int = 0
    left: str = ""
    latest: str = ""
    may_hurry: bool = False
    quick: str = ""

    @property
    def steps(self) -> tuple[Step, ...]:
        """Those of all stages, in order."""
        return tuple(step for stage in self.stages for step in stage.steps)


def progress_of(known: Known, now: datetime, hurried: bool = False) -> RunProgress:
    """How far the run is of which this is known, at `now`, which is UTC; `hurried` as soon as somebody said so."""
    report, doing, answer = known.report, known.doing, known.answer
    left = _left(known, now)
    return RunProgress(
        stages=_stages(report, doing),
        sentence=doing.sentence,
        streams=_streams(answer) if answer else "",
        typed=_typed(answer) if answer else "",
        seconds=_seconds(known, now),
        planted=_planted(report, doing),
        report=report,
        told=doing.testing.get(report.chosen.number, ()) if report.chosen else (),
        nowhere=_nowhere(report) if report.status == "running" else "",
        tokens=_tokens(known),
        left="" if left is None or report.awaits_answer else in_minutes(left),
        latest="" if left is None or not known.estimate else at_the_latest(known.estimate.limit),
        may_hurry=left is not None and left > WORTH_IT and bool(known.estimate and known.estimate.slow),
        quick=HURRIED if report.status == "running" and (hurried or known.hurried) else "",
    )


def _streams(answer: Answer) -> str:
    thought, written = answer.thoughts.tokens, answer.words.tokens
    if answer.thinking:
        return say_count("Thinking: about %(count)s token so far.", "Thinking: about %(count)s tokens so far.", thought)
    writing = say_count("Writing: about %(count)s token so far.", "Writing: about %(count)s tokens so far.", written)
    return joined(" ", (writing, thought_about(thought)))


def _tokens(known: Known) -> int:
    streaming = sum(one.thoughts.written + one.words.written for one in known.answers.values())
    return rounded(known.report.usage.output_tokens + about_tokens(streaming))


def _left(known: Known, now: datetime) -> float | None:
    """Seconds until it is over; None where nobody knows, or it is."""
    if known.estimate is None or known.report.status != "running":
        return None
    return known.estimate.left_at(now, known.report.waited_seconds)


def _nowhere(report: Report) -> str:
    """Said once the last attempts pass no more tests than one before them."""
    tested = [attempt for attempt in report.attempts if attempt.results or attempt.problem]
    before, last = tested[:-FRUITLESS], tested[-FRUITLESS:]
    best = max(before, key=lambda attempt: attempt.passed, default=None)
    if best is None or any(attempt.passed > best.passed or attempt.all_passed for attempt in (*before, *last)):
        return ""
    return say(
        "It gets nowhere so far: attempt %(number)s passes no more tests than attempt %(best)s.",
        number=last[-1].number,
        best=best.number,
    )


def _seconds(known: Known, now: datetime) -> float:
    if known.report.status != "running":
        return known.report.total_seconds
    return max(0.0, (now - known.began).total_seconds()) if known.began else 0.0


def _typed(answer: Answer) -> str:
    """The end of what is written now, of a plan without its JSON; of what the model only thinks, nothing once it
    writes."""
    is_plan = answer.role == "brief" and not answer.thinking
    text = answer.newest.end
    return (sentences(text) if is_plan else text)[-MOST_TYPED:]


def _stages(report: Report, doing: Doing) -> tuple[Stage, ...]:
    checks = [(check.proves, _check(check, report, doing)) for check in report.table]
    stages = (
        Stage(say("Understand"), "understand", (_plan(report, doing),)),
        Stage(say("Build"), "build", tuple(step(report, doing) for step in (_tests, _code, _run, _repair))),
        Stage(say("Attack"), "attack", tuple(step for proves, step in checks if not proves)),
        Stage(say("Prove"), "prove", tuple(step for proves, step in checks if proves)),
    )
    if report.status == "running":
        all_made = all(stage.state not in ("waiting", "running") for stage in stages)
        return (*stages[:-1], _looked_at_again(stages[-1])) if all_made else stages
    titles = {check.title for check in report.table}
    ended: State = "failed" if report.status == "error" else "stopped"
    return tuple(replace(stage, steps=tuple(_settled(step, titles, ended) for step in stage.steps)) for stage in stages)


def _looked_at_again(stage: Stage) -> Stage:
    """The last stage while all steps are made and the run isn't over: a model may still read, or be asked for more."""
    return replace(stage, steps=(*stage.steps, Step(say("A second look"), "running")))


def _planted(report: Report, doing: Doing) -> Planted | None:
    """What is known of the planted mistakes; None where there are none, or the run is over and says it in words."""
    if report.status != "running":
        return None
    planting = {check.name for check in report.table if check.details == "mutants"}
    under_way = [at for (_, name), at in doing.checks.items() if name in planting and at.total]
    if under_way:
        at = under_way[-1]
        known = at.noticed + at.unnoticed
        tried, left = max(0, at.done - known), max(0, at.total - at.done)
        return Planted(at.noticed, unnoticed=at.unnoticed, tried=tried, left=left)
    made = next((one.mutation for one in report.checks if one.mutation), None)
    return Planted(made.caught, made.counted - made.caught) if made else None


def _settled(step: Step, checks: Collection[str], ended: State) -> Step:
    """Nothing waits or goes on in a run that is over; what went on has `ended` so."""
    if step.state not in ("waiting", "running"):
        return step
    if step.name in checks:
        return Step(step.name, "not_checked")
    return Step(step.name, ended if step.state == "running" else "not_reached")


def _asked(role: Role, doing: Doing) -> State:
    """Whether a model answers in this role, or its answer is being looked at."""
    return "running" if role in (*doing.answering.values(), doing.reading) else "waiting"


def _plan(report: Report, doing: Doing) -> Step:
    if report.awaits_answer:
        return Step(say("Plan"), "running", say("waits for you"))
    if report.brief:
        return Step(
            say("Plan"),
            "done",
            say_count("%(count)s rule", "%(count)s rules", len(report.brief.rules)) if report.brief.rules else "",
        )
    if _asked("brief", doing) == "running":
        return Step(say("Plan"), "running")
    return Step(say("Plan"), "not_needed" if report.suite.tests or report.attempts else "waiting")


def _tests(report: Report, doing: Doing) -> Step:
    if report.suite.source or report.suite.tests:
        return Step(say("Tests"), "done", say_count("%(count)s test", "%(count)s tests", len(report.suite.tests)))
    return Step(say("Tests"), _asked("tests", doing))


def _code(report: Report, doing: Doing) -> Step:
    if report.attempts:
        return Step(
            say("Code"),
            "done",
            say_count("%(count)s line", "%(count)s lines", len(report.attempts[-1].source.splitlines())),
        )
    return Step(say("Code"), _asked("code", doing))


def _run(report: Report, doing: Doing) -> Step:
    attempt = report.chosen
    if attempt is None:
        return Step(say("Trial run"), "waiting")
    if not attempt.results and not attempt.problem:
        return Step(
            say("Trial run"),
            "running" if attempt.number in doing.testing else "waiting",
            say("attempt %(number)s", number=attempt.number),
        )
    detail = say("%(passed)s of %(count)s pass", passed=attempt.passed, count=len(attempt.results))
    return Step(say("Trial run"), "done" if attempt.all_passed else "failed", detail)


def _repair(report: Report, doing: Doing) -> Step:
    repairs = len(report.attempts) - 1
    asked = any(role == "code" and attempt for attempt, role in doing.answering.items())  # no second program
    if report.attempts and (asked or (repairs and doing.testing)):
        return Step(say("Repair"), "running", say("attempt %(number)s", number=report.attempts[-1].number + asked))
    chosen = report.chosen
    if chosen is None or not chosen.results:
        return Step(say("Repair"), "waiting")
    clean = chosen.all_passed and not any(one.status == "failed" for one in report.checks if _is_repairable(one.name))
    if repairs:
        state: State = "done" if clean else "failed" if report.status != "running" else "running"
        return Step(say("Repair"), state, say_count("%(count)s repair", "%(count)s repairs", repairs))
    # Before all checks are made, one may still find something to repair.
    known = report.status != "running" or len(report.checks) >= len(report.table)
    return Step(say("Repair"), "not_needed" if clean and known else "waiting")


def _is_repairable(name: str) -> bool:
    check = check_named(name)
    return check is not None and check.repairable


def _check(check: Check, report: Report, doing: Doing) -> Step:
    under_way = [at for (_, name), at in doing.checks.items() if name == check.name]
    if under_way:
        at = under_way[-1]
        detail = say("%(done)s of %(total)s", done=at.done, total=at.total) if at.total else ""
        return Step(check.title, "running", joined(": ", (detail, at.now)))
    made = next((one for one in report.checks if one.name == check.name), None)
    if made is None:
        return Step(check.title, "waiting")
    return Step(check.title, CHECK_STATES[made.status], _check_detail(made))


def _check_detail(made: CheckReport) -> str:
    if made.mutation and made.mutation.total:
        return say("%(caught)s of %(counted)s caught", caught=made.mutation.caught, counted=made.mutation.counted)
    if made.status == "failed":
        return say_count("%(count)s problem found", "%(count)s problems found", len(made.findings))
    return ""
