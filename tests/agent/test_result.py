"""The result that a person is shown, and what becomes of it where they say that a part of it is wrong."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agent.errors import BadTask
from agent.report import Report
from agent.request import QUESTION, correcting
from agent.result import lines_of, result_of, shown_at
from languages.brief import Brief, Example
from languages.outcome import AT_ONCE, SHOT, FileOut, Outcome, Said, Start, Table
from tests.fakes.told_runs import report_of, whole_run

SUMS = Table("Sums", (("Category", "Spent"), ("Food", "3"), ("Rent", "700")), 4, (("Total", "703"),))
LEFT = FileOut("sums.xlsx", 9, "new", tables=(SUMS,))
ASKS = (Said("Name? \n"), Said("Ada", typed=True), Said("\nHello, Ada!\n"))
AT_HOME = Start(AT_ONCE, given=("a.csv",), said=(Said("Done.\n"),), files=(LEFT,), own=True)
BY_A_TEST = replace(AT_HOME, test="test_sums")
OF_THE_TEST = Start("test_laid_out", given=("b.csv",), said=(Said("Done.\n"),), files=(LEFT,))
QUIET = Start(AT_ONCE, said=(Said("Name? "),))
TYPED = Start("test_greets", said=ASKS)
WINDOW = Start(AT_ONCE, files=(FileOut(SHOT, 9, "new", picture="a" * 64),))
BROKEN = replace(AT_HOME, problem="It crashed.", files=())


def made(*starts: Start) -> Report:
    report = report_of(whole_run())
    return replace(report, attempts=tuple(replace(one, outcome=Outcome(starts)) for one in report.attempts))


@pytest.mark.parametrize(
    ("starts", "shown"),
    [
        ((), None),
        ((OF_THE_TEST, BY_A_TEST, AT_HOME), AT_HOME),
        ((QUIET, TYPED), TYPED),
        ((TYPED, replace(QUIET, given=("a.csv",), own=True)), replace(QUIET, given=("a.csv",), own=True)),
        ((BROKEN, BY_A_TEST), BY_A_TEST),
        ((BROKEN, OF_THE_TEST), BROKEN),
        ((WINDOW, QUIET), WINDOW),
        ((QUIET,), QUIET),
    ],
    ids=["none", "their own", "typed", "their own first", "one that works", "their own that fails", "window", "quiet"],
)
def test_what_came_of_the_persons_own_files_is_shown_first(starts: tuple[Start, ...], shown: Start | None) -> None:
    assert result_of(made(*starts)) == shown
    assert result_of(replace(made(*starts), status="running")) is None


@pytest.mark.parametrize(
    ("place", "came", "what"),
    [
        ("cell:0:0:1:1", "3", 'in sums.xlsx, in "Sums", the column "Spent", the row "Food"'),
        ("cell:0:0:3:1", "703", 'in sums.xlsx, in "Sums", the column "Spent", the row "Total"'),
        ("cell:0:0:0:1", "Spent", 'in sums.xlsx, in "Sums", the row "Category"'),
        ("cell:0:0:2:0", "Rent", 'in sums.xlsx, in "Sums", the column "Category", row 3'),
        ("line:0", "Done.", 'the line "Done." that it shows'),
    ],
)
def test_a_place_is_said_in_words_that_a_model_can_test(place: str, came: str, what: str) -> None:
    shown = shown_at(AT_HOME, place)
    assert shown
    assert (shown.came, shown.what) == (came, what)


@pytest.mark.parametrize("place", ["", "cell", "cell:0", "cell:9:0:0:0", "cell:0:0:9:0", "line:7", "line:x", "other:0"])
def test_a_place_that_is_none_is_nothing(place: str) -> None:
    assert shown_at(AT_HOME, place) is None
    with pytest.raises(BadTask):
        correcting("run", made(AT_HOME), place, "4")


def test_the_lines_are_what_was_shown_and_typed() -> None:
    assert lines_of(TYPED) == [Said("Name?"), Said("Ada", typed=True), Said("Hello, Ada!")]


def test_what_should_be_there_is_an_example_that_nobody_may_change_and_a_wish() -> None:
    before = Example("1", "2")
    report = replace(made(AT_HOME), brief=Brief("files", examples=(before,)))
    request = correcting("run", report, "cell:0:0:1:1", "  4 ")
    assert request.brief
    assert request.earlier
    given = 'in sums.xlsx, in "Sums", the column "Spent", the row "Food", made of a.csv'
    assert request.brief.examples == (before, Example(given, "4", confirmed=True))
    assert request.earlier.changes == (f"This must hold: {given} -> 4. What comes there now is wrong: 3",)
    with pytest.raises(BadTask):
        correcting("run", report, "cell:0:0:1:1", "  ")


def test_what_a_call_should_give_is_an_example_of_that_call() -> None:
    asked = replace(made(), status="unverified", steps=("check", "confirm"), brief=Brief("function"))
    assert asked.question
    request = correcting("run", asked, QUESTION, "7")
    assert request.brief
    assert request.brief.examples == (Example(asked.question.given, "7", confirmed=True),)
