"""What the model said last where nothing came of a run."""

from __future__ import annotations

import pytest

from agent.events import CodeReady, Event, ModelAsked, ModelText, RunFinished, RunStarted
from agent.report import fold
from languages.python.candidates import program
from tests.fakes.told_runs import ADD, REQUEST, stored
from ui.telling.last_words import MOST, last_words_html

ASKED = ModelAsked("tests", "ollama:tiny", "write the tests", "")
BROKE = RunFinished("error", "Nothing can be used.", 1.0)


def said(*events: Event) -> str:
    told = [RunStarted(REQUEST), *events]
    return last_words_html(fold(told), stored(told))


@pytest.mark.parametrize(
    ("events", "shown"),
    [
        (
            [ASKED, ModelText("tests", "old"), ASKED, ModelText("tests", "I <b>ca"), ModelText("tests", "n't."), BROKE],
            True,
        ),
        ([ASKED, ModelText("tests", "Hm.", thinking=True), BROKE], False),
        ([ASKED, ModelText("tests", "I can't."), CodeReady(1, program(ADD)), BROKE], False),
        ([ASKED, ModelText("tests", "I can't.")], False),
    ],
)
def test_the_last_answer_is_shown_as_text_where_no_program_came(events: list[Event], shown: bool) -> None:
    html = said(*events)
    assert bool(html) == shown
    assert not shown or ("I &lt;b&gt;can&#39;t." in html and "old" not in html)


def test_of_a_long_one_the_beginning_is_shown() -> None:
    html = said(ASKED, ModelText("tests", "a" * MOST + "b"), BROKE)
    assert "a" * MOST in html
    assert "aab" not in html
    assert "in the log" in html
