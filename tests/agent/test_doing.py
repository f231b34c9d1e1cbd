from __future__ import annotations

from functools import reduce

import pytest

from agent import events as ev
from agent.doing import Doing, going_on
from languages.checks import Progress
from languages.python.checks import CHECKS
from tests.fakes.told_runs import FAILED, whole_run

TESTED = whole_run()[:11]


@pytest.mark.parametrize(
    ("events", "sentence"),
    [
        ([], "Waits for its turn."),
        (whole_run()[:1], "Starting."),
        (whole_run()[:3], "demo was asked to write the tests."),
        (whole_run()[:4], "The answer is complete and is being read."),
        (whole_run()[:5], "2 tests written. Next comes the program."),
        (whole_run()[:9], "Attempt 1 is tested with 2 tests."),
        (TESTED, "All 2 tests pass. Next, the program is checked."),
        (whole_run()[:12], CHECKS[0].purpose),
        (whole_run()[:14], "Being checked: Starting it, Odd use, Security."),
        (whole_run()[:-1], "The checks are done."),
        (whole_run(), "This run is over: it is verified."),
        ([*TESTED, ev.TestsRan(2, FAILED, 0.1)], "1 of 2 tests failed, so the program has to be repaired."),
        ([*TESTED, ev.TestsRan(2, (), 0.1, "no")], "Attempt 2 could not be tested; it has to be repaired."),
        ([*TESTED, ev.Stuck(2, "again")], "The attempts go round in circles (again), so another approach is tried."),
        ([ev.Notice("The model is loading.")], "The model is loading."),
        ([*whole_run()[:2], ev.Notice("Loading."), ev.ModelText("tests", "a")], "demo was asked to write the tests."),
        ([ev.Notice("Loading."), whole_run()[1], ev.ModelText("tests", "a")], "demo was asked to write the tests."),
        ([ev.ModelRestarted("code", "busy")], "The answer can't be used and is asked for again: busy"),
        ([ev.RunFinished("cancelled", "Stop.", 1.0)], "This run is over: it was stopped."),
    ],
)
def test_one_plain_sentence_says_what_goes_on(events: list[ev.Event], sentence: str) -> None:
    assert reduce(going_on, events, Doing()).sentence == sentence


def test_planting_mistakes_is_explained_and_counted() -> None:
    planted: list[ev.Event] = [ev.CheckStarted("mutmut"), ev.CheckProgressed("mutmut", 3, 9, noticed=2, unnoticed=1)]
    doing = reduce(going_on, planted, Doing())
    assert doing.sentence.startswith("Mistakes")
    assert doing.checks == {(ev.LATEST, "mutmut"): Progress(3, 9, 2, 1)}
