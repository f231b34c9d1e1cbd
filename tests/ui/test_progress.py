from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from agent import events as ev
from agent.types import Usage
from languages.brief import Brief
from languages.python.candidates import program
from languages.types import CheckReport, Finding, TestResult
from tests.fakes.told_runs import (
    ADD,
    ATTACKED,
    ELSEWHERE,
    FAILED,
    HONEST,
    NO_PACKAGES,
    PASSED,
    START,
    STARTED,
    STRONG,
    VERIFIED,
    stored,
    whole_run,
)
from ui.live.known import known_after
from ui.telling import trust
from ui.telling.progress import MOST_CELLS, Planted, RunProgress, State, progress_of

TESTED = whole_run()[:11]
REPAIR = ev.ModelAsked("code", "demo", "repair the program (attempt 2)", "", 2)
REPAIRED: list[ev.Event] = [
    REPAIR,
    ev.ModelAnswered("code", Usage(), 1.0, False, 2),
    ev.CodeReady(2, program(ADD)),
]
UNSAFE = CheckReport("bandit", "failed", "1 security problem found", (Finding("B102", "exec", "high"),))


def progress(events: list[ev.Event]) -> RunProgress:
    return progress_of(known_after(stored(events)), START + timedelta(seconds=60))


def states(events: list[ev.Event]) -> list[State]:
    return [step.state for step in progress(events).steps]


def test_nothing_has_happened_yet() -> None:
    assert states([]) == ["waiting"] * 12
    assert progress([]).sentence == "Waits for its turn."
    assert progress([ev.Notice("The model is busy.")]).sentence == "The model is busy."


@pytest.mark.parametrize(
    ("length", "running"),
    [(2, "Tests"), (4, "Tests"), (6, "Code"), (9, "Trial run"), (11, None), (12, "Starting it")],
)
def test_the_step_that_goes_on_is_marked(length: int, running: str | None) -> None:
    steps = progress(whole_run()[:length]).steps
    assert [step.name for step in steps if step.state == "running"] == ([running] if running else [])


def test_a_verified_run_did_all_its_steps() -> None:
    assert states(whole_run()) == ["not_needed", "done", "done", "done", "not_needed", *["done"] * 7]
    assert progress(whole_run()).steps[-2].detail == "31 of 34 caught"


@pytest.mark.parametrize(
    ("length", "stages"),
    [
        (0, ["waiting", "waiting", "waiting", "waiting"]),
        (4, ["waiting", "running", "waiting", "waiting"]),
        (12, ["not_needed", "running", "running", "waiting"]),
        (len(whole_run()) - 1, ["not_needed", "done", "done", "running"]),
        (len(whole_run()), ["not_needed", "done", "done", "done"]),
    ],
)
def test_a_stage_says_what_most_of_its_steps_do(length: int, stages: list[State]) -> None:
    found = progress(whole_run()[:length]).stages
    assert [stage.title for stage in found] == ["Understand", "Build", "Attack", "Prove"]
    assert [stage.state for stage in found] == stages


def test_where_no_tests_could_be_written_that_step_failed() -> None:
    over = [*whole_run()[:4], ev.RunFinished("error", "Nothing that it answered can be used.", 1.0)]
    assert states(over)[1:3] == ["failed", "not_reached"]
    assert states([*over[:-1], ev.RunFinished("cancelled", "You stopped it.", 1.0)])[1] == "stopped"


def test_failing_tests_lead_to_repair() -> None:
    events = [*TESTED[:-1], ev.TestsRan(1, FAILED, 0.1)]
    assert states(events)[3:5] == ["failed", "waiting"]
    assert states([*events, REPAIR])[3:5] == ["failed", "running"]
    assert states([*events, *REPAIRED])[3:5] == ["running", "running"]
    assert states([*events, *REPAIRED, ev.TestsRan(2, PASSED, 0.1)])[3:5] == ["done", "done"]


def test_a_finding_leads_to_repair() -> None:
    events: list[ev.Event] = [
        *TESTED,
        *map(ev.CheckFinished, (STARTED, ATTACKED, UNSAFE, NO_PACKAGES, ELSEWHERE, STRONG, HONEST)),
    ]
    assert states(events)[4:] == ["waiting", "done", "done", "failed", *["done"] * 4]
    assert states([*events, REPAIR])[4] == "running"
    assert states([*events, ev.RunFinished("unverified", "", 1.0, attempt=1)])[4] == "not_reached"


def test_a_check_that_broke_or_was_not_made_is_not_checked() -> None:
    broken = CheckReport("bandit", "error", "It broke")
    events = [*TESTED, ev.CheckFinished(broken), ev.RunFinished("unverified", "", 1.0, attempt=1)]
    assert states(events)[5:] == ["not_checked"] * 7


def test_a_run_that_was_stopped_says_where() -> None:
    stop = ev.RunFinished("cancelled", "You stopped this run.", 3.0)
    assert states([*whole_run()[:3], stop]) == ["not_reached", "stopped", *["not_reached"] * 3, *["not_checked"] * 7]


def test_a_test_turns_when_it_has_ended_and_only_the_verdict_counts() -> None:
    early = [*TESTED[:-1], ev.TestsProgressed(1, (PASSED[1],))]
    seen = progress(early)
    outcomes = {item.name: item.outcome for item in trust.checklist(seen.report, seen.told)}
    assert outcomes == {PASSED[0].name: "not_run", PASSED[1].name: "passed"}
    assert seen.report.attempts[0].results == ()
    assert states(early)[3] == "running"
    missing = progress([*early, ev.TestsRan(1, (PASSED[0], TestResult(PASSED[1].name, "missing")), 0.1)])
    assert missing.told == ()
    assert [item.outcome for item in trust.checklist(missing.report, missing.told)] == ["not_run", "passed"]
    assert progress([*early, *REPAIRED]).told == (), "that is of another attempt"


def test_planting_mistakes_is_counted() -> None:
    events = [*TESTED, ev.CheckStarted("mutmut"), ev.CheckProgressed("mutmut", 12, 34)]
    assert progress(events).steps[-2].detail == "12 of 34"
    assert progress(events).planted == Planted(tried=12, left=22), "stored before it was told what became of them"
    known = progress([*events, ev.CheckProgressed("mutmut", 14, 34, noticed=9, unnoticed=3)]).planted
    assert known == Planted(caught=9, unnoticed=3, tried=2, left=20)
    known = progress([*TESTED, ev.CheckFinished(STRONG)]).planted
    assert known == Planted(caught=31, missed=3)
    assert known.cells == [("caught", 31), ("missed", 3), ("unnoticed", 0), ("tried", 0), ("left", 0)]
    assert sum(number for _, number in Planted(caught=900, missed=1).cells) <= MOST_CELLS + 2, "none is lost"
    assert progress(whole_run()).planted is None
    assert "planted in copies" in progress(events).sentence


def test_thoughts_and_words_of_the_answer_that_streams_are_counted_apart() -> None:
    thoughts = [ev.ModelText("tests", text, thinking=True) for text in ("Hm, " * 300, "so, " * 900)]
    assert progress([*whole_run()[:2], *thoughts]).streams == "Thinking: about 1,200 tokens so far."
    assert progress(whole_run()[:4]).streams == ""
    writing = [*whole_run()[:2], *thoughts, ev.Notice("Busy."), ev.ModelText("tests", "def" * 60)]
    assert progress(writing).streams == "Writing: about 40 tokens so far. It thought for about 1,200 tokens."
    assert progress([*whole_run()[:8], ev.ModelText("code", "a" * 400)]).tokens == 110, "with those of answers before"
    assert progress(writing).sentence == "demo was asked to write the tests.", "and nothing is being waited for"
    asked = ev.ModelAsked("brief", "demo", "say what will be built", "Say it.")
    planning = progress([whole_run()[0], asked, ev.ModelText("brief", '{"rules": [{"rule": "It adds.')])
    assert planning.typed == "It adds.", "a plan is told without its JSON"


def test_only_the_words_of_one_answer_are_counted() -> None:
    asked = [ev.ModelAsked("code", "demo", "write the program", "", attempt) for attempt in (1, 2)]
    pieces = [
        ev.ModelText("code", text, attempt=attempt)
        for attempt, text in ((2, "two" * 40), (1, "first" * 40), (2, "2" * 40))
    ]
    assert "about 40 tokens" in progress([*TESTED[:5], *asked, *pieces]).streams
    answered = ev.ModelAnswered("code", Usage(), 1.0, cut_off=False, attempt=2)
    assert "about 50 tokens" in progress([*TESTED[:5], *asked, *pieces, answered]).streams


def test_time_goes_on_until_the_verdict() -> None:
    assert progress(whole_run()[:3]).seconds == 60
    assert progress(whole_run()).seconds == VERIFIED.seconds


def test_what_is_left_runs_down_stands_still_for_the_person_and_offers_to_hurry() -> None:
    def after(*more: ev.Event, seconds: float = 60, hurried: bool = False) -> RunProgress:
        events = [*whole_run()[:4], ev.TimeEstimated(1800.0, 3600.0), *more]
        return progress_of(known_after(stored(events)), START + timedelta(seconds=seconds), hurried)

    assert progress(whole_run()[:4]).left == "", "nothing is shown until it is known"
    assert [after(seconds=4 + 60 * gone).left for gone in (0, 11, 24, 31)] == [
        "About 30 minutes left.",
        "About 20 minutes left.",
        "About 6 minutes left.",
        "It takes longer than estimated.",
    ]
    assert (after().may_hurry, after().latest) == (True, "It ends after 60 minutes at the latest.")
    assert after(seconds=1750).may_hurry is False, "it isn't worth it any more"
    assert after(ev.TimeEstimated(300.0, 3600.0)).may_hurry, "the offer doesn't come and go"
    brief = Brief("function")
    waiting = after(ev.BriefReady(brief), ev.AnswerAwaited())
    assert (waiting.left, waiting.may_hurry) == ("", True)
    assert after(ev.BriefReady(brief), ev.BriefAnswered(brief, 600.0), seconds=664).left == "About 30 minutes left."
    assert [bool(one.quick) for one in (after(), after(ev.Hurried()), after(hurried=True))] == [False, True, True]
    over = after(ev.RunFinished("failed", "No.", 1.0, attempt=1))
    assert (over.left, over.may_hurry, over.quick) == ("", False, "")


def test_attempts_that_make_nothing_better_are_said_to_lead_nowhere() -> None:
    def attempts(*passing: int) -> list[ev.Event]:
        results = [FAILED if one else tuple(replace(result, outcome="failed") for result in FAILED) for one in passing]
        pairs = [(ev.CodeReady(n, program(ADD)), ev.TestsRan(n, one, 0.1)) for n, one in enumerate(results, start=1)]
        return [*whole_run()[:8], *(event for pair in pairs for event in pair)]

    assert progress(attempts(1, 1)).nowhere == ""
    assert progress(attempts(0, 0, 1)).nowhere == ""
    assert progress(attempts(1, 0, 1)).nowhere.endswith("attempt 3 passes no more tests than attempt 1.")
    assert progress([*attempts(1, 1, 1), ev.RunFinished("failed", "No.", 1.0, attempt=1)]).nowhere == ""
