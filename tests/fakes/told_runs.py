"""Made-up runs in every state, with one text in all places where a model or a tool may have written it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from agent.events import (
    CheckFinished,
    CheckProgressed,
    CheckStarted,
    CodeReady,
    Event,
    ModelAnswered,
    ModelAsked,
    ModelRestarted,
    ModelText,
    Notice,
    ReplyRejected,
    RunFinished,
    RunStarted,
    SandboxReady,
    Stuck,
    TestsRan,
    TestsReady,
    UnknownEvent,
)
from agent.report import Report, fold
from agent.types import Request, Usage
from languages.python.candidates import program, suite
from languages.types import CheckReport, DroppedTest, Finding, Mutation, TestCase, TestResult
from storage.types import StoredEvent

START = datetime(2025, 5, 17, 12, 0, 0, tzinfo=UTC)
REQUEST = Request("Add two numbers", "demo", "demo")
ADD = "def add(a, b):\n    return a + b\n"
TEST_CODE = 'from solution import add\n\n\ndef test_add():\n    """It adds."""\n    assert add(1, 2) == 3\n'
TESTS = (TestCase("test_add", "It adds."), TestCase("test_more", "It adds more.", "user"))
PASSED = (TestResult("test_add", "passed"), TestResult("test_more", "passed"))
FAILED = (TestResult("test_add", "passed"), TestResult("test_more", "failed", "E   assert 1 == 2"))
SECURE = CheckReport("bandit", "passed", "No security problems found")
NO_PACKAGES = CheckReport("pip-audit", "passed", "The program needs no packages, only Python itself")
STRONG = CheckReport(
    "mutmut", "passed", "The tests catch 31 of 34 planted mistakes", mutation=Mutation(30, 3, 0, 1, 34)
)
HONEST = CheckReport("integrity", "passed", "12 wrong expectations failed, as they must")
VERIFIED = RunFinished("verified", "All is well.", 9.0, attempt=1)


def stored(events: Sequence[Event]) -> list[StoredEvent]:
    """`events` as the history keeps them, one each second."""
    return [
        StoredEvent("run", seq, START + timedelta(seconds=seq - 1), event) for seq, event in enumerate(events, start=1)
    ]


def checked(*reports: CheckReport) -> list[Event]:
    """The events of checks that were made."""
    started: list[Event] = [CheckStarted(report.name) for report in reports]
    return [*started, *(CheckFinished(report) for report in reports)]


def whole_run() -> list[Event]:
    """A run that is verified at once."""
    return [
        RunStarted(REQUEST),
        ModelAsked("tests", "demo", "write the tests", "Write tests."),
        ModelText("tests", "Here are the tests."),
        ModelAnswered("tests", Usage(10, 5), 1.0, cut_off=False),
        TestsReady(suite(TEST_CODE, TESTS)),
        ModelAsked("code", "demo", "write the program", "Write it."),
        ModelText("code", "Here it is."),
        ModelAnswered("code", Usage(20, 5, 0.02), 2.0, cut_off=False),
        CodeReady(1, program(ADD)),
        SandboxReady("docker", "No network.", 0.5),
        TestsRan(1, PASSED, 0.25),
        *checked(SECURE, NO_PACKAGES, STRONG, HONEST),
        VERIFIED,
    ]


def report_of(events: Sequence[Event]) -> Report:
    """The report that `events` add up to."""
    return fold(events)


def everything_says(text: str) -> list[Event]:
    """A run with every kind of event, in which every text is `text`."""
    finding = Finding(text, text, "high", 1, text, text)
    remark = Finding(text, text, "low", None, text)
    return [
        Notice(text),
        UnknownEvent(text, {"kind": text}),
        RunStarted(Request(text, text, text, examples=(text,))),
        ModelAsked("tests", text, text, text),
        ModelText("tests", text, thinking=True),
        ModelText("tests", text),
        ModelRestarted("tests", text),
        ReplyRejected("tests", text),
        ModelAnswered("tests", Usage(1, 1, 0.01), 1.0, cut_off=True),
        TestsReady(suite(text, (TestCase(text, text), TestCase("other", text, "user")), (DroppedTest(text, text),))),
        CodeReady(1, program(text)),
        SandboxReady(text, text, 1.0),
        TestsRan(1, (TestResult(text, "failed", text), TestResult("other", "passed", text)), 1.0),
        Stuck(1, text),
        CodeReady(2, program(f"first\n{text}")),
        TestsRan(2, (), 1.0, text),
        CodeReady(3, program(f"{text}\nlast")),
        TestsRan(3, (TestResult(text, "error", text), TestResult("other", "missing", text)), 1.0),
        CheckStarted("bandit"),
        CheckProgressed("mutmut", 1, 2),
        CheckFinished(CheckReport("bandit", "failed", text, (finding, remark))),
        CheckFinished(CheckReport("pip-audit", "error", text, (finding,), requirements=(text,))),
        CheckFinished(CheckReport("mutmut", "failed", text, (remark,), Mutation(1, 1, 1, 0, 3))),
        CheckFinished(CheckReport("integrity", "failed", text, (finding, remark))),
        CheckFinished(CheckReport(text, "failed", text, (finding, remark))),
        RunFinished("unverified", text, 1.0, text, 3),
    ]
