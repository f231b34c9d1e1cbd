"""Made-up runs in every state, with one text in all places where a model or a tool may have written it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from agent import events as ev
from agent.report import Report, fold
from agent.types import InputFile, Request, TestChange, Usage, Vouched
from languages.brief import LONGEST, Assumption, Brief, Example, Rule
from languages.files import FileLook
from languages.outcome import FileOut, Said, Start, Table
from languages.python.candidates import program, suite
from languages.types import CheckReport, Choice, DroppedTest, Finding, Mutation, Needs, TestCase, TestResult
from storage.types import StoredEvent

START = datetime(2025, 5, 17, 12, 0, 0, tzinfo=UTC)
REQUEST = Request("Add two numbers", "demo", "demo")
ADD = "def add(a, b):\n    return a + b\n"
TEST_CODE = 'from solution import add\n\n\ndef test_add():\n    """It adds."""\n    assert add(1, 2) == 3\n'
TESTS = (TestCase("test_add", "It adds."), TestCase("test_more", "It adds more.", "user"))
PASSED = (TestResult("test_add", "passed"), TestResult("test_more", "passed"))
FAILED = (TestResult("test_add", "passed"), TestResult("test_more", "failed", "E   assert 1 == 2"))
STARTED = CheckReport("start", "passed", "It was started in 5 ways, and never fell over")
ATTACKED = CheckReport("attack", "passed", "It went on, or ended in plain words, at: 18 odd answers to 1 question")
SECURE = CheckReport("bandit", "passed", "No security problems found")
NO_PACKAGES = CheckReport("pip-audit", "passed", "The program needs no packages, only Python itself")
STRONG = CheckReport(
    "mutmut", "passed", "34 mistakes planted: 31 noticed, 3 got away", mutation=Mutation(30, 3, 0, 1, 34)
)
ELSEWHERE = CheckReport("surroundings", "passed", "The tests pass there", claims=("In its tests it deletes nothing.",))
HONEST = CheckReport("integrity", "passed", "12 wrong expectations failed, as they must")
VERIFIED = ev.RunFinished("verified", "All is well.", 9.0, attempt=1)


def stored(events: Sequence[ev.Event]) -> list[StoredEvent]:
    """`events` as the history keeps them, one each second."""
    return [
        StoredEvent("run", seq, START + timedelta(seconds=seq - 1), event) for seq, event in enumerate(events, start=1)
    ]


def checked(*reports: CheckReport) -> list[ev.Event]:
    """The events of checks that were made."""
    started: list[ev.Event] = [ev.CheckStarted(report.name) for report in reports]
    return [*started, *(ev.CheckFinished(report) for report in reports)]


def whole_run() -> list[ev.Event]:
    """A run that is verified at once."""
    return [
        ev.RunStarted(REQUEST),
        ev.ModelAsked("tests", "demo", "write the tests", "Write tests."),
        ev.ModelText("tests", "Here are the tests."),
        ev.ModelAnswered("tests", Usage(10, 5), 1.0, cut_off=False),
        ev.TestsReady(suite(TEST_CODE, TESTS)),
        ev.ModelAsked("code", "demo", "write the program", "Write it."),
        ev.ModelText("code", "Here it is."),
        ev.ModelAnswered("code", Usage(20, 5, 0.02), 2.0, cut_off=False),
        ev.CodeReady(1, program(ADD)),
        ev.SandboxReady("docker", "No network.", 0.5),
        ev.TestsRan(1, PASSED, 0.25),
        *checked(STARTED, ATTACKED, SECURE, NO_PACKAGES, ELSEWHERE, STRONG, HONEST),
        VERIFIED,
    ]


def report_of(events: Sequence[ev.Event]) -> Report:
    """The report that `events` add up to."""
    return fold(events)


def brief_that_says(text: str) -> Brief:
    """A brief in which all is `text`, as the model wrote it and as the person confirmed it."""
    return Brief(
        "function",
        text,
        (text,),
        (Rule(text, text), Rule(text, confirmed=True)),
        (Assumption(text, text, (text,), text), Assumption(text, text, (), text, confirmed=True)),
        (Example(text, text, text), Example(text, text, text, confirmed=True)),
        (text,),
    )


def _start(text: str) -> Start:
    files = (
        FileOut(text, 1, "new", "b" * 64, text, text, (Table(text, ((text, text),), 2, ((text,),)),)),
        FileOut(text, 1, "new", "", text, text),
        FileOut(text, 1, "new", "b" * 64, text, text, picture="a" * 64),
        FileOut(text, 1, "new", "b" * 64, text, text, picture="b" * 64),
        FileOut(text, 1, "changed", "b" * 64, text, text, difference=("@@ -1 +1 @@", f"-{text}", f"+{text}")),
        FileOut(text, 1, "removed"),
    )
    return Start("other", (text,), (text,), (Said(text), Said(text, typed=True)), text, files, (text,))


def everything_says(text: str) -> list[ev.Event]:
    """A run with every kind of event, in which every text is `text`."""
    finding = Finding(text, text, "high", 1, text, text)
    brief = brief_that_says(text[:LONGEST])
    remark = Finding(text, text, "low", None, text)
    return [
        ev.Notice(text),
        ev.UnknownEvent(text, {"kind": text}),
        ev.RunStarted(Request(text, text, text, examples=(text,), files=(InputFile(text, text, 1),), left_out=(text,))),
        ev.FilesSeen((FileLook(text, 1, text, text), FileLook("other", 1, text))),
        ev.BriefReady(brief),
        ev.AnswerAwaited(),
        ev.BriefAnswered(brief, 1.0),
        ev.ModelAsked("tests", text, text, text),
        ev.ModelText("tests", text, thinking=True),
        ev.ModelText("tests", text),
        ev.ModelRestarted("tests", text),
        ev.ReplyRejected("tests", text),
        ev.ModelAnswered("tests", Usage(1, 1, 0.01), 1.0, cut_off=True, thought=1),
        ev.ModelStopped("tests", text),
        ev.TimeEstimated(1500.0, 3600.0),
        ev.Hurried(),
        ev.TestsReady(suite(text, (TestCase(text, text), TestCase("other", text, "user")), (DroppedTest(text, text),))),
        ev.CodeReady(1, program(text)),
        ev.SandboxReady(text, text, 1.0),
        ev.TestsProgressed(1, (TestResult(text, "failed", text),)),
        ev.TestsRan(1, (TestResult(text, "failed", text), TestResult("other", "passed", text)), 1.0),
        ev.MoveMade(text, text, (text,)),
        ev.Stuck(1, text),
        ev.TestsChanged(
            suite(
                text,
                (TestCase(text, text), TestCase("other", text, "user")),
                (DroppedTest(text, text, text, text, choices=(Choice(text, text), Choice(text, text))),),
            ),
            (TestChange(text, "replaced", text, text),),
        ),
        ev.CodeReady(2, program(f"first\n{text}")),
        ev.TestsRan(2, (), 1.0, text),
        ev.CodeReady(3, program(f"{text}\nlast")),
        ev.TestsRan(3, (TestResult(text, "error", text), TestResult("other", "missing", text)), 1.0),
        ev.CheckStarted("bandit"),
        ev.CheckProgressed("mutmut", 1, 2),
        ev.CheckFinished(CheckReport("bandit", "failed", text, (finding, remark))),
        ev.CheckFinished(CheckReport("pip-audit", "error", text, (finding,), needs=Needs((text,)))),
        ev.CheckFinished(CheckReport("mutmut", "failed", text, (remark,), Mutation(1, 1, 1, 0, 3))),
        ev.CheckFinished(CheckReport("integrity", "failed", text, (finding, remark))),
        ev.CheckFinished(CheckReport(text, "failed", text, (finding, remark))),
        ev.StartsShown(3, (_start(text),), (text,), {"a" * 64: b"\x89PNG", "b" * 64: b"other"}),
        ev.RunFinished("unverified", text, 1.0, text, 3),
        ev.ResultVouched(
            ev.RunFinished("unverified", text, 1.0, text, 3), Vouched("2025-05-17T12:00:00+00:00", (text,))
        ),
        ev.ProgramNamed(text),
    ]
