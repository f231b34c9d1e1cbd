"""Everything that can happen in a run, in the order a reader meets it.

Run id, sequence number and time belong to the stored row, not to the event. `Event` is the union
of all, told apart by `kind`, so that a `match` with `assert_never` fails type checking when one is
forgotten. Whatever is about an attempt carries its number, so that events of several may come in any
order. An event that was stored must stay readable: add fields with defaults; what can't be had that
way gets a function in `storage/upcasts.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from pydantic import Field

from agent.types import NO_REVIEW, Ground, Request, Review, Role, Status, Step, TestChange, Usage, Vouched
from languages.brief import Brief
from languages.files import FileLook
from languages.outcome import Start
from languages.packages import Doubt
from languages.types import Candidate, CheckReport, Suite, TestResult
from message import Sentence

NONE = 0
"""In place of an attempt's number: what the event tells belongs to none, such as the writing of tests."""

LATEST = 0
"""In place of an attempt's number: events of checks were stored without one once, and were about the latest attempt."""


@dataclass(frozen=True, slots=True)
class RunStarted:
    request: Request
    kind: Literal["run_started"] = "run_started"


@dataclass(frozen=True, slots=True)
class SandboxReady:
    """The sandbox is up. `isolation` says in a sentence what it keeps a program from."""

    name: str
    isolation: Sentence
    seconds: float
    kind: Literal["sandbox_ready"] = "sandbox_ready"


@dataclass(frozen=True, slots=True)
class PackagesReady:
    """What programs asked for beside what is always there is in the sandbox from now on: `pins` as in `rich==14.0.0`.

    `place` is the name of the folder in which they are kept.
    """

    pins: tuple[str, ...]
    place: str
    kind: Literal["packages_ready"] = "packages_ready"


@dataclass(frozen=True, slots=True)
class PackagesDoubted:
    """A program asked for packages that are taken only if the person says so."""

    doubts: tuple[Doubt, ...]
    kind: Literal["packages_doubted"] = "packages_doubted"


@dataclass(frozen=True, slots=True)
class FilesSeen:
    """What is in the files that came with the task, as the models are told."""

    looks: tuple[FileLook, ...]
    kind: Literal["files_seen"] = "files_seen"


@dataclass(frozen=True, slots=True)
class Notice:
    """Something worth knowing now: a model is loading, a service is busy and is asked again."""

    text: Sentence
    kind: Literal["notice"] = "notice"


@dataclass(frozen=True, slots=True)
class ModelAsked:
    """A model begins to answer. `purpose` is a plain phrase, as in "write the tests"."""

    role: Role
    model: str
    purpose: Sentence
    prompt: str
    attempt: int = NONE
    kind: Literal["model_asked"] = "model_asked"


@dataclass(frozen=True, slots=True)
class ModelText:
    """A piece of the answer as it streams; `thinking` is kept apart from what counts."""

    role: Role
    text: str
    thinking: bool = False
    attempt: int = NONE
    kind: Literal["model_text"] = "model_text"


@dataclass(frozen=True, slots=True)
class ModelRestarted:
    """The answer broke off and starts again: what came of it so far doesn't count."""

    role: Role
    reason: Sentence
    attempt: int = NONE
    kind: Literal["model_restarted"] = "model_restarted"


@dataclass(frozen=True, slots=True)
class ModelAnswered:
    """The answer is complete, or `cut_off` at the model's limit. `seconds` is wall time.

    Of the tokens written about so many were `thought`; 0 in older histories.
    """

    role: Role
    usage: Usage
    seconds: float
    cut_off: bool
    attempt: int = NONE
    thought: int = 0
    kind: Literal["model_answered"] = "model_answered"


@dataclass(frozen=True, slots=True)
class ModelStopped:
    """The answer isn't waited for any more, and what came of it doesn't count; but about so much was used for it, in so
    many `seconds`."""

    role: Role
    reason: Sentence
    attempt: int = NONE
    usage: Usage = field(default_factory=Usage)
    seconds: float = 0.0
    kind: Literal["model_stopped"] = "model_stopped"


@dataclass(frozen=True, slots=True)
class TimeEstimated:
    """By the pace of its models the run is over in about `left` seconds. It may take `limit` seconds in all."""

    left: float
    limit: float
    kind: Literal["time_estimated"] = "time_estimated"


@dataclass(frozen=True, slots=True)
class Hurried:
    """From here on a model is asked for nothing beyond plan, tests, program and repairs."""

    kind: Literal["hurried"] = "hurried"


@dataclass(frozen=True, slots=True)
class ReplyRejected:
    """The answer held nothing usable; the model is asked again and told `reason`."""

    role: Role
    reason: Sentence
    attempt: int = NONE
    kind: Literal["reply_rejected"] = "reply_rejected"


@dataclass(frozen=True, slots=True)
class BriefReady:
    """What will be built."""

    brief: Brief
    kind: Literal["brief_ready"] = "brief_ready"


@dataclass(frozen=True, slots=True)
class AnswerAwaited:
    """The run waits until the person has said something to the brief."""

    kind: Literal["answer_awaited"] = "answer_awaited"


@dataclass(frozen=True, slots=True)
class BriefAnswered:
    """The brief as the person wants it, after `seconds` of waiting for them."""

    brief: Brief
    seconds: float = 0.0
    kind: Literal["brief_answered"] = "brief_answered"


@dataclass(frozen=True, slots=True)
class TestsReady:
    """The tests, with the checklist a user reads."""

    __test__ = False

    suite: Suite
    kind: Literal["tests_ready"] = "tests_ready"


@dataclass(frozen=True, slots=True)
class TestsChanged:
    """From here on `suite` counts; what attempts said before, they said to other tests."""

    __test__ = False

    suite: Suite
    changes: tuple[TestChange, ...]
    kind: Literal["tests_changed"] = "tests_changed"


@dataclass(frozen=True, slots=True)
class CodeReady:
    """The program of attempt `attempt`, which counts from 1."""

    attempt: int
    candidate: Candidate
    kind: Literal["code_ready"] = "code_ready"


@dataclass(frozen=True, slots=True)
class TestsProgressed:
    """These tests of attempt `attempt` have ended so, as is told before there is a verdict, which `TestsRan` has."""

    __test__ = False

    attempt: int
    results: tuple[TestResult, ...]
    kind: Literal["tests_progressed"] = "tests_progressed"


@dataclass(frozen=True, slots=True)
class TestsRan:
    """What the tests said of attempt `attempt`. `problem` is set where there is no verdict per test."""

    __test__ = False

    attempt: int
    results: tuple[TestResult, ...]
    seconds: float
    problem: Sentence = ""
    kind: Literal["tests_ran"] = "tests_ran"


@dataclass(frozen=True, slots=True)
class MoveMade:
    """What is done next in the search, in sentences: what it `does`, `where` that applies, and where the moves would
    have applied that were `passed` over before it."""

    does: Sentence
    where: Sentence
    passed: tuple[Sentence, ...] = ()
    kind: Literal["move_made"] = "move_made"


@dataclass(frozen=True, slots=True)
class Stuck:
    """Attempts go round in circles; the approach changes."""

    attempt: int
    reason: Sentence
    kind: Literal["stuck"] = "stuck"


@dataclass(frozen=True, slots=True)
class CheckStarted:
    check: str
    attempt: int = LATEST
    kind: Literal["check_started"] = "check_started"


@dataclass(frozen=True, slots=True)
class CheckProgressed:
    """See `languages.checks.Progress`."""

    check: str
    done: int
    total: int
    attempt: int = LATEST
    noticed: int = 0
    unnoticed: int = 0
    now: Sentence = ""
    kind: Literal["check_progressed"] = "check_progressed"


@dataclass(frozen=True, slots=True)
class CheckFinished:
    report: CheckReport
    attempt: int = LATEST
    kind: Literal["check_finished"] = "check_finished"


@dataclass(frozen=True, slots=True)
class StartsShown:
    """What came of starting the program of an attempt. `left_out` says in sentences what of that isn't told.

    `contents` has what the starts name by digests; it is stored beside the event, not in it.
    """

    attempt: int
    starts: tuple[Start, ...]
    left_out: tuple[str, ...] = ()
    contents: Mapping[str, bytes] = field(default_factory=dict)
    kind: Literal["starts_shown"] = "starts_shown"


@dataclass(frozen=True, slots=True)
class RunFinished:
    """The verdict: `reason` in a sentence, `advice` on what to do next where there is something.

    `attempt` is the attempt that is handed over, or None where none was made. `missing` is true
    where the run ended because something isn't on this machine, `unconfirmed` where all that `verified` lacks is an
    example that the person confirms, or that and a connection. `step` is the first thing that it lacks to be verified,
    and `then` are the others. `grounds` speak for the program, which has the `fingerprint` that is `judged`: empty
    where none was made, and in older histories. `review` is what came of reading its results, as far as that
    keeps it from being vouched for.
    """

    status: Status
    reason: Sentence
    seconds: float
    advice: Sentence = ""
    attempt: int | None = None
    missing: bool = False
    unconfirmed: bool = False
    step: Step = ""
    grounds: tuple[Ground, ...] = ()
    judged: str = ""
    then: tuple[Step, ...] = ()
    review: Review = NO_REVIEW
    kind: Literal["run_finished"] = "run_finished"


@dataclass(frozen=True, slots=True)
class ResultVouched:
    """The run is over, and the person says that a result of its program is right; or they take back all that they said
    so, where there is nothing `vouched`. `verdict` is what is said of the run from here on."""

    verdict: RunFinished
    vouched: Vouched | None = None
    kind: Literal["result_vouched"] = "result_vouched"


@dataclass(frozen=True, slots=True)
class ProgramNamed:
    """The run is over, and the person calls its program by this `name` from here on."""

    name: str
    kind: Literal["program_named"] = "program_named"


@dataclass(frozen=True, slots=True)
class ProgramUsed:
    """The run is over, and the person used its program: `at` a time (UTC, ISO 8601), with these files of theirs, by
    name; `came` has values that came of it, each behind what it is of."""

    at: str
    made_of: tuple[str, ...] = ()
    came: tuple[tuple[str, str], ...] = ()
    kind: Literal["program_used"] = "program_used"


@dataclass(frozen=True, slots=True)
class UnknownEvent:
    """Something that another version of Assay stored, and this one doesn't know. `payload` is all that it said."""

    kind: str
    payload: dict[str, Any]


KnownEvent = Annotated[
    RunStarted
    | SandboxReady
    | PackagesReady
    | PackagesDoubted
    | FilesSeen
    | Notice
    | ModelAsked
    | ModelText
    | ModelRestarted
    | ModelAnswered
    | ModelStopped
    | TimeEstimated
    | Hurried
    | ReplyRejected
    | BriefReady
    | AnswerAwaited
    | BriefAnswered
    | TestsReady
    | TestsChanged
    | CodeReady
    | TestsProgressed
    | TestsRan
    | MoveMade
    | Stuck
    | CheckStarted
    | CheckProgressed
    | CheckFinished
    | StartsShown
    | RunFinished
    | ResultVouched
    | ProgramNamed
    | ProgramUsed,
    Field(discriminator="kind"),
]
"""What this version makes."""

Event = KnownEvent | UnknownEvent
