"""Which checks are made again where something changes, and what is told of the others."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import Any

import pytest

from agent.checking import PUT_OFF, Checking, Place
from agent.doing import Doing, going_on
from agent.events import CheckFinished, CheckStarted, CodeReady, Event, TestsRan
from agent.kept import Subject
from agent.report import fold
from cancel import Cancel
from languages.brief import Brief
from languages.checks import CheckContext, Details, Earlier, Part
from languages.python.candidates import program, suite
from languages.python.checks import CHECKS
from languages.python.language import PYTHON
from languages.types import Candidate, CheckReport, Suite, TestCase

PLACE = Place(SimpleNamespace(), SimpleNamespace(room=print))  # type: ignore[arg-type]
CALLS = "def test_one():\n    assert double(1) == 2\n"
STARTS = "\n\ndef test_start(program):\n    assert program.start().text\n"
TESTS = suite(CALLS, [TestCase("test_one", "")])
SUBJECT = Subject(program("double = 2\n"), TESTS, None, ())
MORE_CALLS = suite(CALLS + CALLS.replace("one", "more"), [*TESTS.tests, TestCase("test_more", "")])
MORE_STARTS = suite(CALLS + STARTS, [*TESTS.tests, TestCase("test_start", "", scenario=True)])


@dataclass
class Noting:
    """A check that says how often it was made, and keeps what it was told."""

    depends_on: frozenset[Part]
    report: CheckReport = field(default_factory=lambda: CheckReport("noting", "passed", ""))
    earlier: list[Earlier | None] = field(default_factory=list)
    name = "noting"
    title = purpose = claim = wrong = unknown = "Noting"
    required = repairable = proves = False
    details: Details = "findings"

    def run(self, candidate: Candidate, suite: Suite, context: CheckContext) -> CheckReport:
        self.earlier.append(context.earlier)
        context.leave(f"note {len(self.earlier)}", suite)
        return replace(self.report, name=self.name, summary=f"made {len(self.earlier)} times")


@pytest.fixture
def pool() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor() as pool:
        yield pool


def checking(pool: ThreadPoolExecutor, check: Noting) -> Checking:
    return Checking(replace(PYTHON, checks=(check,), waits={}), 0.8, Cancel(), pool)


def played(steps: Generator[Event, None, Any]) -> list[Event]:
    return list(steps)


@pytest.mark.parametrize(
    ("depends_on", "then", "times"),
    [
        pytest.param(["program"], replace(SUBJECT, suite=MORE_STARTS, packages=("rich",)), 1, id="the program is all"),
        pytest.param(["program"], replace(SUBJECT, candidate=program("double = 2  # or 3\n")), 2, id="another program"),
        pytest.param(["program", "packages"], replace(SUBJECT, packages=("rich",)), 2, id="other packages"),
        pytest.param(["brief"], replace(SUBJECT, brief=Brief("files")), 2, id="another brief"),
        pytest.param(["tests"], replace(SUBJECT, suite=MORE_CALLS), 2, id="a test more"),
        pytest.param(["tests"], replace(SUBJECT, suite=replace(TESTS, inputs=("double(3)",))), 1, id="inputs alone"),
        pytest.param(["inputs"], replace(SUBJECT, suite=replace(TESTS, inputs=("double(3)",))), 2, id="other inputs"),
    ],
)
def test_a_check_is_made_again_where_something_changes_that_it_depends_on(
    pool: ThreadPoolExecutor, depends_on: list[Part], then: Subject, times: int
) -> None:
    check = Noting(frozenset(depends_on))
    made = checking(pool, check)
    for subject in (SUBJECT, then, SUBJECT):
        played(made.check(subject, PLACE, 1))
    assert len(check.earlier) == times, "what it said first is known for good"


def test_a_report_that_is_kept_is_told_without_beginning_again(pool: ThreadPoolExecutor) -> None:
    made = checking(pool, Noting(frozenset(("program",))))
    first = played(made.check(SUBJECT, PLACE, 1))
    again = played(made.check(replace(SUBJECT, suite=MORE_CALLS), PLACE, 1))
    assert [type(event) for event in first] == [CheckStarted, CheckFinished]
    assert again == first[1:]
    events = [CodeReady(1, SUBJECT.candidate), TestsRan(1, (), 0.1, ""), *first, TestsRan(1, (), 0.1, ""), *again]
    assert [one.summary for one in fold(events).attempts[0].checks] == ["made 1 times"]
    doing = Doing()
    for event in events:
        doing = going_on(doing, event)
    assert not doing.checks


@dataclass
class Waiting(Noting):
    """A check that goes on until it is stopped."""

    name = "waiting"

    def run(self, candidate: Candidate, suite: Suite, context: CheckContext) -> CheckReport:
        if len(self.earlier) < 1:
            self.earlier.append(None)
            context.cancel.wait(60)
        return super().run(candidate, suite, context)


@dataclass
class Repairable(Noting):
    """A check whose findings go back to the coder."""

    name = "repairable"
    repairable = True


def test_what_no_finding_comes_of_is_put_off_where_the_program_is_mended_first(pool: ThreadPoolExecutor) -> None:
    depends_on = frozenset[Part](("program",))
    checks = (Waiting(depends_on), Repairable(depends_on))
    made = Checking(replace(PYTHON, checks=checks, waits={}), 0.8, Cancel(), pool)
    reports = [
        event.report for event in played(made.check(SUBJECT, PLACE, 1, bool)) if isinstance(event, CheckFinished)
    ]
    assert [(one.name, one.summary) for one in reports] == [("repairable", "made 1 times"), ("waiting", PUT_OFF)]
    again = [event.report for event in played(made.check(SUBJECT, PLACE, 1)) if isinstance(event, CheckFinished)]
    assert {(one.name, one.summary) for one in again} == {("repairable", "made 1 times"), ("waiting", "made 2 times")}


@pytest.mark.parametrize(
    ("report", "times"),
    [
        (CheckReport("noting", "failed", ""), 1),
        (CheckReport("noting", "not_checked", "", helps="tests"), 1),
        (CheckReport("noting", "not_checked", "", helps="connection"), 2),
        (CheckReport("noting", "error", ""), 2),
    ],
)
def test_what_may_come_out_otherwise_is_made_again(pool: ThreadPoolExecutor, report: CheckReport, times: int) -> None:
    check = Noting(frozenset(("program",)), report)
    made = checking(pool, check)
    for _ in range(2):
        played(made.check(SUBJECT, PLACE, 1))
    assert len(check.earlier) == times


def test_a_check_is_told_what_it_said_of_the_same_program_alone(pool: ThreadPoolExecutor) -> None:
    check = Noting(frozenset(("program", "tests")))
    made = checking(pool, check)
    other = replace(SUBJECT, candidate=program("double = 3\n"))
    for subject in (SUBJECT, other, replace(SUBJECT, suite=MORE_CALLS)):
        played(made.check(subject, PLACE, 1))
    assert check.earlier[:2] == [None, None]
    assert check.earlier[2]
    assert (check.earlier[2].suite, check.earlier[2].notes) == (TESTS, "note 1")


def test_what_judges_tests_depends_on_them_and_all_on_the_program() -> None:
    assert all("program" in check.depends_on for check in CHECKS)
    assert {check.name for check in CHECKS if "tests" not in check.depends_on} == {"bandit", "pip-audit"}
