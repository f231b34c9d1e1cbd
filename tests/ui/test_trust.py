from __future__ import annotations

from dataclasses import replace

from agent.claims import TOOTHLESS
from agent.events import CheckFinished, RunFinished, RunStarted, TestsRan
from languages.brief import Brief, Rule
from languages.types import CheckReport, TestResult
from tests.fakes.told_runs import ELSEWHERE, FAILED, REQUEST, report_of, whole_run
from ui.telling.trust import Claim, checklist, claims, gaps, unknown_first


def test_failures_come_first_and_examples_are_known() -> None:
    items = checklist(report_of([*whole_run()[:10], TestsRan(1, FAILED, 0.1)]))
    assert [(item.number, item.outcome, item.own_example) for item in items] == [
        (2, "failed", True),
        (1, "passed", False),
    ]
    assert items[1].code.startswith("def test_add():")


def test_a_failed_test_that_lies_beside_the_others_is_shown() -> None:
    beside = (TestResult("test_odd_use_1", "failed", "It ended in a traceback"), TestResult("test_odd_use_2", "passed"))
    items = checklist(report_of([*whole_run()[:10], TestsRan(1, (*FAILED, *beside), 0.1)]))
    assert [(item.name, item.description) for item in items if "odd" in item.name] == [("test_odd_use_1", "odd use 1")]


def test_what_a_program_does_is_said_rule_by_rule_or_test_by_test() -> None:
    plain = report_of([*whole_run()[:10], TestsRan(1, FAILED, 0.1)])
    assert [(one.text, one.holds, one.fails) for one in claims(plain)] == [
        ("It doesn't do this: It adds more.", False, True),
        ("It adds.", True, False),
    ]
    rules = (Rule("It adds.", "add"), Rule("It sings.", "sing"))
    brief = Brief("function", "A function.", rules=rules)
    tests = tuple(replace(test, rules=(1,)) for test in plain.suite.tests)
    planned = replace(report_of(whole_run()), brief=brief, suite=replace(plain.suite, tests=tests))
    adds, sings, seen = said = claims(planned)
    assert (adds.text, adds.words, len(adds.tests)) == ("It adds.", "add", 2)
    assert sings == Claim("It sings.", False, why="No test is about this.", words="sing")
    unproven = CheckReport("mutmut", "passed", "31 of 34", unproven=("rule 1",))
    shaky = replace(planned, attempts=tuple(replace(one, checks=(unproven,)) for one in planned.attempts))
    assert claims(shaky)[0].why == TOOTHLESS
    tried = tuple(replace(test, fails_for=("rule 1",)) for test in tests)
    [again, *_] = claims(replace(shaky, suite=replace(planned.suite, tests=tried)))
    assert (again.holds, again.tried) == (True, True)
    assert seen == Claim(ELSEWHERE.claims[0], True, shown_by="It was watched while its tests ran.")
    assert unknown_first(said) == [sings, adds, seen]
    assert claims(report_of(whole_run()[:5])) == []


def test_a_test_without_a_result_is_neither_passed_nor_failed() -> None:
    assert {item.outcome for item in checklist(report_of(whole_run()[:5]))} == {"not_run"}
    missing = (TestResult("test_add", "missing"), TestResult("test_more", "skipped"))
    assert {item.outcome for item in checklist(report_of([*whole_run()[:10], TestsRan(1, missing, 0.1)]))} == {
        "not_run"
    }


def test_a_clean_run_has_no_gaps_and_a_running_one_none_yet() -> None:
    assert gaps(report_of(whole_run())) == []
    assert gaps(report_of(whole_run()[:5])) == []


def test_every_gap_has_a_reason() -> None:
    nothing = gaps(report_of([RunStarted(REQUEST), RunFinished("error", "No model.", 0.0)]))
    checks = ["Starting it", "Odd use", "Security", "Dependencies", "Elsewhere", "Test strength", "Honesty"]
    assert [gap.name for gap in nothing] == ["Tests", *checks]
    problem = [*whole_run()[:10], TestsRan(1, (), 0.1, "it can't be loaded"), RunFinished("failed", "", 1.0, attempt=1)]
    assert gaps(report_of(problem))[0].reason == "They gave no result: it can't be loaded"
    early = gaps(report_of([*whole_run()[:11], RunFinished("cancelled", "", 1.0, attempt=1)]))
    assert {gap.reason for gap in early} == {"The run ended before this check was made."}
    assert all(gap.reason for gap in nothing)


def test_a_run_that_is_older_than_a_check_says_so() -> None:
    events = [
        event for event in whole_run() if not (isinstance(event, CheckFinished) and event.report.name == "integrity")
    ]
    assert [(gap.name, gap.reason) for gap in gaps(report_of(events))] == [
        ("Honesty", "This run is older than the check.")
    ]
