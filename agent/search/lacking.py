"""Whether a program lacks stronger tests and nothing else: nobody waits for a model where that changes nothing."""

from __future__ import annotations

from agent.attempts import Attempt
from agent.search.bench import Search
from languages.types import CheckReport, Finding


def lacks_at_most_tests(search: Search, attempt: Attempt) -> bool:
    """Whether nothing keeps `attempt` from its verdict but, at most, planted mistakes that no test notices, or a
    connection."""
    fine = {one.name for one in attempt.reports if one.status == "passed" or one.lacks_connection or _is_weak(one)}
    required = {check.name for check in search.language.checks if check.required}
    open_parts = attempt.unheld or attempt.untested or attempt.doubts or attempt.left_out
    lacks_more = open_parts or attempt.came_along or attempt.empty_plan
    return attempt.done and not lacks_more and required <= fine


def weak_reports(search: Search, attempt: Attempt) -> list[CheckReport]:
    """The checks by which too few planted mistakes are noticed, if stronger tests could make `attempt` verified."""
    could_be_verified = lacks_at_most_tests(search, attempt) and _may_be_grounded(search, attempt)
    return [one for one in attempt.reports if _is_weak(one)] if could_be_verified else []


def unnoticed(report: CheckReport) -> tuple[Finding, ...]:
    """The planted mistakes that count and that no test notices, of a weak report; those that don't count come later."""
    return report.findings[: report.mutation.missed] if report.mutation else report.findings


def _is_weak(report: CheckReport) -> bool:
    in_scripts = report.status == "not_checked" and report.helps == "tests" and bool(report.findings)
    return (report.status == "failed" and report.mutation is not None) or in_scripts


def _may_be_grounded(search: Search, attempt: Attempt) -> bool:
    """Whether something speaks for `attempt` beside its tests and checks, or still may, without the person.

    What is started was read by then, and is compared with no other program; but examples in the task may speak for it
    once there are more tests beside them.
    """
    return bool(attempt.grounds) or not search.suite.starts or bool(search.example_tests)
