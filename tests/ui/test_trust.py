from __future__ import annotations

from agent.events import CheckFinished, CodeReady, RunFinished, RunStarted, TestsRan
from languages.python.candidates import program
from languages.types import CheckReport, Finding, TestResult
from tests.fakes.told_runs import FAILED, REQUEST, report_of, whole_run
from ui.trust import checklist, functions, gaps, honesty, missed, mutation, security


def test_failures_come_first_and_examples_are_known() -> None:
    items = checklist(report_of([*whole_run()[:10], TestsRan(1, FAILED, 0.1)]))
    assert [(item.number, item.outcome, item.own_example) for item in items] == [
        (2, "failed", True),
        (1, "passed", False),
    ]
    assert items[1].code.startswith("def test_add():")


def test_a_test_without_a_result_is_neither_passed_nor_failed() -> None:
    assert {item.outcome for item in checklist(report_of(whole_run()[:5]))} == {"not_run"}
    missing = (TestResult("test_add", "missing"), TestResult("test_more", "skipped"))
    assert {item.outcome for item in checklist(report_of([*whole_run()[:10], TestsRan(1, missing, 0.1)]))} == {
        "not_run"
    }


def test_functions_are_cut_out_whole() -> None:
    source = "class TestA:\n    @mark\n    def test_a(self):\n        '''\x0c'''\n        pass\n\n\n"
    source += "def test_b():\n    pass\n"
    found = functions(source)
    assert found["test_a"] == "@mark\ndef test_a(self):\n    '''\x0c'''\n    pass"
    assert found["test_b"] == "def test_b():\n    pass"
    assert functions("def broken(") == {}
    assert functions("\0") == {}


def test_a_clean_run_has_no_gaps_and_a_running_one_none_yet() -> None:
    assert gaps(report_of(whole_run())) == []
    assert gaps(report_of(whole_run()[:5])) == []


def test_every_gap_has_a_reason() -> None:
    nothing = gaps(report_of([RunStarted(REQUEST), RunFinished("error", "No model.", 0.0)]))
    assert [gap.name for gap in nothing] == ["Tests", "Security", "Dependencies", "Test strength", "Honesty"]
    problem = [*whole_run()[:10], TestsRan(1, (), 0.1, "it can't be loaded"), RunFinished("failed", "", 1.0, attempt=1)]
    assert gaps(report_of(problem))[0].reason == "They gave no result: it can't be loaded"
    early = gaps(report_of([*whole_run()[:11], RunFinished("cancelled", "", 1.0, attempt=1)]))
    assert {gap.reason for gap in early} == {"The run ended before this check was made."}
    assert all(gap.reason for gap in nothing)


def test_the_worst_finding_comes_first_with_its_line() -> None:
    low = Finding("B311 blacklist", "random", "low", 99, "the line as the tool saw it")
    high = Finding("B999 new", "new", "high", 1)
    run = [
        *whole_run()[:8],
        CodeReady(1, program("a\x0cb\nc")),
        CheckFinished(CheckReport("bandit", "failed", "", (low, high))),
    ]
    first, second = security(report_of(run))
    assert (first.finding, first.meaning, first.code) == (high, "", "a\x0cb")
    assert "guessed" in second.meaning
    assert second.code == "the line as the tool saw it"


def test_strength_is_unknown_without_planted_mistakes() -> None:
    empty = CheckReport("mutmut", "not_checked", "nothing to plant")
    report = report_of([*whole_run()[:11], CheckFinished(empty)])
    assert mutation(report) is None
    assert missed(report) == []


def test_what_was_not_honest_is_shown_with_its_line_or_the_wrong_expectation() -> None:
    sniffs = Finding("integrity", "It knows of its tests.", "medium", 2, "x")
    passed = Finding("a wrong expectation passed", "A wrong answer passed too.", "high", detail="assert f(2) == 5")
    check = CheckReport("integrity", "failed", "", (sniffs, passed))
    run = [*whole_run()[:8], CodeReady(1, program("a\n  b")), CheckFinished(check)]
    assert [(one.meaning, one.code) for one in honesty(report_of(run))] == [
        ("It knows of its tests.", "b"),
        ("A wrong answer passed too.", "assert f(2) == 5"),
    ]
    assert honesty(report_of(whole_run()[:8])) == []


def test_a_run_that_is_older_than_a_check_says_so() -> None:
    events = [
        event for event in whole_run() if not (isinstance(event, CheckFinished) and event.report.name == "integrity")
    ]
    assert [(gap.name, gap.reason) for gap in gaps(report_of(events))] == [
        ("Honesty", "This run is older than the check.")
    ]
