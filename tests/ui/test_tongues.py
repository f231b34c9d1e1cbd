"""Everything that is shown of runs is said in the language of whoever looks, whatever became of them."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from agent.attempts import Attempt
from agent.events import AnswerAwaited, BriefReady, Event, RunFinished, RunStarted
from agent.report import fold
from agent.request import checked
from agent.types import Ground, Request
from agent.verdict import ADVICE, STEPS, judge
from errors import AssayError
from languages.python.candidates import program
from languages.registry import language_named
from languages.types import DEFAULT, CheckReport, TestResult, Verdicts
from message import Translatable
from storage.types import RunSummary
from tests.fakes.pseudo import LETTERS, outside, spoken
from tests.fakes.told_runs import REQUEST, brief_that_says, everything_says, stored
from tests.ui.test_view import text_of
from translation import TONGUES, speaking
from ui.base.problems import problem_html
from ui.base.templating import render
from ui.live.known import known_after
from ui.telling import view
from ui.telling.downloads import report_page
from ui.telling.plan_card import plan_html
from ui.using.result import result_html

DATA = "7 8"
"""What a model or a tool wrote, where a letter would be taken for one of ours."""

NAMES = re.compile(
    r"\b(first|last|Assay|Python|Windows|macOS|Linux|demo|test_\w+|solution|py|python3|pytest|add|uv)\b|\S*[./_]\S*"
)
"""Names are the same in all languages, and the first and the last line of a program are its own."""


@pytest.fixture(autouse=True)
def _pseudo(monkeypatch: pytest.MonkeyPatch) -> None:
    spoken(monkeypatch)


def unmarked(html: str) -> list[str]:
    """The words that stand in `html` for people to read and are none of ours."""
    without_code = re.sub(r"(?s)<(pre|code|style|svg)\b.*?</\1>|<bdi\b.*?</bdi>", " ", html)
    without_code = re.sub("<time [^>]*>", "<time>", without_code)
    named = " ".join(re.findall(r'(?:aria-label|title|alt|placeholder)="([^"]*)"', without_code))
    return LETTERS.findall(NAMES.sub(" ", outside(f"{text_of(without_code)} {named}")))


def everything(status: str = "verified") -> list[Event]:
    """A run that ended so, with `DATA` wherever somebody wrote something."""
    return [_with(one, status) for one in everything_says(DATA)]


def _with(event: Event, status: str) -> Event:
    match event:
        case RunStarted(request):
            return replace(event, request=replace(request, task=DATA))
        case RunFinished():
            return replace(event, status=status)  # type: ignore[arg-type]  # one of those below
        case _:
            return event


@pytest.mark.parametrize("status", ["verified", "unverified", "failed", "cancelled", "error"])
def test_nothing_that_is_shown_of_a_run_is_unmarked(status: str) -> None:
    events = stored(everything(status))
    report = fold(one.event for one in events)
    now = datetime.now(UTC)
    shown = {
        "steps": view.steps_html(known_after(events), now),
        "verdict": view.verdict_html(report, actions=True),
        "trust": view.trust_html(report),
        "attempts": view.attempts_html(report),
        "how": view.how_to_run(report),
        "plan": plan_html(report),
        "asked": view.asked_html(report, report.request or REQUEST, "", recorded=datetime(2026, 11, 28, tzinfo=UTC)),
        "result": result_html(report),
        "report": report_page(report, DATA),
    }
    assert {name: words for name, html in shown.items() if (words := unmarked(html))} == {}


@pytest.mark.parametrize("length", [2, 5, 7, 9, 11])
def test_nothing_is_unmarked_while_a_run_goes_on(length: int) -> None:
    assert unmarked(view.steps_html(known_after(stored(everything()[:length])), datetime.now(UTC))) == []


def test_nothing_is_unmarked_in_a_plan_that_waits() -> None:
    asked: list[Event] = [RunStarted(replace(REQUEST, task=DATA)), BriefReady(brief_that_says(DATA)), AnswerAwaited()]
    assert unmarked(plan_html(fold(asked))) == []


def test_nothing_is_unmarked_in_the_history_and_in_problems() -> None:
    run = RunSummary(DATA, datetime.now(UTC), None, "queued", "", DATA, DATA, DATA, 0, 0, 0.5, 3.0)
    with pytest.raises(AssayError) as problem:
        checked(Request("", DATA, DATA))
    assert unmarked(render("history", runs=[run], filtered=False)) == []
    assert unmarked(render("history", runs=[], filtered=True)) == []
    assert unmarked(problem_html(problem.value)) == []


def test_reasons_and_advice_are_sentences_of_ours_to_their_end() -> None:
    checks = language_named(DEFAULT).checks
    passed = Verdicts((TestResult("test_add", "passed"),), 0.1)
    for reports in (
        (),
        tuple(CheckReport(check.name, "failed", DATA) for check in checks),
        tuple(CheckReport(check.name, "passed", DATA) for check in checks),
    ):
        for grounds in ((), (Ground("second", DATA),)):
            attempt = Attempt(1, program("1"), passed, reports, grounds=grounds)
            reason = judge(attempt, checks)[1]
            assert isinstance(reason, Translatable)
            with speaking(TONGUES["de"]):
                assert unmarked(render("usual", said=reason)) == []
    assert all(isinstance(one, Translatable) for one in filter(None, (*ADVICE.values(), *STEPS.values())))
