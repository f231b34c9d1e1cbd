"""One more check, and one more strategy, are found everywhere they belong, without a line about them anywhere."""

from __future__ import annotations

import io
import re
from collections.abc import Generator
from dataclasses import replace
from functools import partial
from pathlib import Path

import gradio as gr
import pytest
from rich.console import Console
from typer.testing import CliRunner

from agent.events import Event, RunFinished
from agent.loop import Parts, run
from agent.report import Report, fold
from agent.request import checked
from agent.search.bench import Search
from agent.strategies import STRATEGIES, Strategy
from agent.types import Message, Request
from cancel import Cancel
from cli.commands import cli
from cli.live import LiveView
from cli.output import write_files
from languages.checks import CheckContext, Details, Part
from languages.python.checks import CHECKS
from languages.python.language import PYTHON
from languages.registry import LANGUAGES
from languages.types import Candidate, CheckReport, Finding, Suite
from sandbox.registry import open_sandbox
from tests.fakes import specs
from tests.fakes.scripted_model import ScriptedModel, fenced
from tests.fakes.told_runs import START, stored
from ui.form.form import build_form
from ui.live.known import known_after
from ui.telling import view

BANDIT = CHECKS[0]
TESTS = fenced("from solution import double\n\n\ndef test_two():\n    assert double(2) == 4")
MISSPELLED = fenced("def double(number):\n    # Twise.\n    return 2 * number")
RIGHT = fenced("def double(number):\n    # Twice.\n    return 2 * number")
REQUEST = Request("Write double(number).", "scripted", "scripted")


class SpellingCheck:
    name = "aspell"
    title = "Spelling"
    purpose = "The words of the program are looked up."
    claim = "Its words are right"
    wrong = ""
    unknown = "It isn't known whether its words are right"
    required = True
    repairable = True
    proves = False
    details: Details = "findings"
    depends_on: frozenset[Part] = frozenset(("program",))

    def run(self, candidate: Candidate, suite: Suite, context: CheckContext) -> CheckReport:
        if "Twise" not in candidate.source:
            return CheckReport(self.name, "passed", "Every word is right")
        finding = Finding("W1 unknown", "There is no word 'Twise'", line=2, meaning="A word is misspelled.")
        return CheckReport(self.name, "failed", "A word is wrong", (finding,))


def once(search: Search) -> Generator[Event, None, None]:
    def read(reply: str) -> Candidate:
        return search.language.read_program(reply, search.request.task, None)

    number, asked = search.next_number(), [Message("user", search.request.task)]
    candidate = yield from search.coder.ask("write the program, once", asked, read, attempt=number)
    yield from search.try_program(number, candidate)


@pytest.fixture
def _one_check_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LANGUAGES, "python", replace(PYTHON, checks=(BANDIT, SpellingCheck())))


@pytest.fixture
def _one_strategy_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(STRATEGIES, "once", Strategy("once", "Write one program, and leave it at that", once))


def play(coder: ScriptedModel, request: Request = REQUEST) -> list[Event]:
    parts = Parts(coder, ScriptedModel(TESTS), partial(open_sandbox, specs.PYTHON, "process", None))
    return list(run(request, parts, Cancel()))


@pytest.fixture
def coder() -> ScriptedModel:
    return ScriptedModel(MISSPELLED, RIGHT)


@pytest.fixture
def events(_one_check_more: None, coder: ScriptedModel) -> list[Event]:
    return play(coder)


@pytest.fixture
def unrepaired(events: list[Event]) -> Report:
    """The run as it was when the first program had been checked, ended there."""
    start = next(place for place, event in enumerate(events) if getattr(event, "attempt", None) == 2)
    return fold([*events[:start], RunFinished("unverified", "A word is wrong.", 1.0, attempt=1)])


def test_what_a_new_check_finds_goes_back_to_the_model(events: list[Event], coder: ScriptedModel) -> None:
    assert "W1 unknown, line 2: There is no word 'Twise'" in coder.asked[1][-1].content
    assert fold(events).status == "verified"


@pytest.mark.usefixtures("_one_check_more")
def test_a_program_that_fails_a_new_check_is_not_verified() -> None:
    report = fold(play(ScriptedModel(MISSPELLED)))
    assert report.status == "unverified"
    assert "A word is misspelled." in report.reason


def test_the_page_shows_a_new_check(events: list[Event], unrepaired: Report) -> None:
    assert '<span class="assay-step-name">Spelling</span>' in view.steps_html(known_after(stored(events)), START)
    assert "Spelling: A word is wrong" in view.log_text(stored(events))
    trust = view.trust_html(unrepaired)
    assert " Spelling</h3>" in trust
    assert "Of medium weight, line 2.</strong> A word is misspelled." in trust
    assert "># Twise.</code>" in trust
    assert "The words of the program are looked up." in trust
    assert "Spelling: A word is wrong." in view.attempts_html(unrepaired)


@pytest.mark.usefixtures("_one_check_more")
def test_the_page_says_that_a_new_check_was_not_made() -> None:
    nothing = fold([*play(ScriptedModel())])
    assert re.search("<strong>[^<]*Spelling: NOT CHECKED.</strong>", view.trust_html(nothing))


def test_the_terminal_and_its_report_show_a_new_check(events: list[Event], unrepaired: Report, tmp_path: Path) -> None:
    console = Console(file=io.StringIO(), width=200)
    with LiveView(console) as live:
        for event in events:
            live.show(event)
    assert isinstance(console.file, io.StringIO)
    assert "✗ Spelling: A word is wrong" in console.file.getvalue()
    assert "line 2: There is no word 'Twise'" in console.file.getvalue()
    write_files(unrepaired, "r1", tmp_path)
    markdown = (tmp_path / "report.md").read_text(encoding="utf-8")
    assert "| Spelling | FAILED | A word is wrong |" in markdown
    assert "### Spelling: A word is misspelled." in markdown


@pytest.mark.usefixtures("_one_strategy_more")
def test_a_new_strategy_searches(coder: ScriptedModel) -> None:
    ended = fold(play(coder, checked(replace(REQUEST, strategy="once"))))
    assert len(ended.attempts) == len(coder.asked) == 1


@pytest.mark.usefixtures("_one_strategy_more")
def test_a_new_strategy_can_be_chosen() -> None:
    assert "--strategy repair|once" in CliRunner().invoke(cli, ["solve", "--help"]).output
    with gr.Blocks():
        form = build_form()
    assert form.strategy.visible
    assert ("Write one program, and leave it at that", "once") in form.strategy.choices


def test_nobody_is_asked_to_choose_from_one_strategy() -> None:
    with gr.Blocks():
        assert not build_form().strategy.visible
