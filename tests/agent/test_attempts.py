from dataclasses import replace

from agent.attempts import Attempt, best, going_in_circles, with_report
from agent.feedback import to_repair
from languages.python.candidates import program, same_program
from languages.python.checks import CHECKS
from languages.types import CheckReport, Finding, TestResult, Verdicts

CLEAN = CheckReport("bandit", "passed", "")
UNSAFE = CheckReport("bandit", "failed", "", (Finding("B324", "weak hash", "high"),))


def attempt(number: int, passed: int, code: str = "", message: str = "", *reports: CheckReport) -> Attempt:
    results = [TestResult(f"test_{place}", "passed") for place in range(passed)]
    results += [TestResult(f"test_{place}", "failed", message) for place in range(passed, 3)]
    return Attempt(
        number, program(code or f"x = {number}"), Verdicts(tuple(results), 0.1), reports, to_repair(reports, CHECKS)
    )


def test_the_best_attempt_passes_most_tests_and_the_earliest_wins_a_tie() -> None:
    assert best([attempt(1, 1), attempt(2, 2), attempt(3, 2), attempt(4, 0)]) == attempt(2, 2)
    assert best([]) is None


def test_of_attempts_that_pass_the_one_with_fewer_findings_is_best() -> None:
    unsafe, clean = attempt(1, 3, "", "", UNSAFE), attempt(2, 3, "", "", CLEAN)
    assert best([unsafe, clean]) == clean
    assert not unsafe.done
    assert clean.done


def test_what_checks_said_before_the_tests_were_changed_decides_where_the_new_ones_dont() -> None:
    unsafe, clean = attempt(1, 3, "", "", UNSAFE), attempt(2, 3, "", "", CLEAN)
    first = replace(attempt(1, 2), earlier=unsafe.checked)
    second = replace(attempt(2, 2), earlier=clean.checked)
    assert best([first, second]) == second
    assert best([replace(first, earlier=(False, 0, 0)), first, second]) == second
    assert replace(attempt(2, 2), earlier=second.checked).checked == clean.checked
    assert best([second, attempt(3, 3, "", "", UNSAFE)]).number == 3  # type: ignore[union-attr]


def test_the_same_program_with_other_comments_goes_in_circles() -> None:
    assert going_in_circles([attempt(1, 1, "x = 1"), attempt(2, 1, "x  =  1  # better")], same_program)


def test_the_same_failures_three_times_go_in_circles_and_others_are_progress() -> None:
    same = [attempt(number, 1, message="assert 1 == 2") for number in (1, 2, 3)]
    other = [attempt(number, 1, message=f"assert 1 == {number}") for number in (1, 2, 3)]
    assert not going_in_circles(same[:2], same_program)
    assert going_in_circles(same, same_program)
    assert not going_in_circles(other, same_program)


def test_a_check_that_is_made_again_and_ends_without_a_result_takes_back_nothing() -> None:
    stopped = CheckReport("bandit", "not_checked", "There was no more time.")
    assert with_report((UNSAFE,), CLEAN) == (CLEAN,)
    assert with_report((UNSAFE,), stopped) == (UNSAFE,)
    assert with_report((stopped,), CLEAN) == (CLEAN,)
    assert with_report((), stopped) == (stopped,)
