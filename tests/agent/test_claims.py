"""What is claimed of a program, and what shows it: of made-up runs."""

from __future__ import annotations

import json
from dataclasses import replace

from agent.claims import Claim, evidence
from agent.events import BriefReady, RunFinished
from agent.report import Report
from agent.report_json import as_json
from agent.types import Ground, Step
from languages.brief import Brief, Example, Rule
from languages.types import CheckReport
from tests.fakes.told_runs import NO_PACKAGES, SECURE, STRONG, report_of, whole_run

HELD = Example("add(1, 2)", "3", confirmed=True)
BRIEF = Brief("function", rules=(Rule("It adds."),), examples=(HELD, Example("add(2, 2)", "4")))
SECOND = Ground("second", "A second program, written without seeing it, gives the same for 200 inputs")
READ = Ground("reading", "A model compared what it made of your own files with your words, and found nothing wrong")


def told(*grounds: Ground, step: Step = "", then: tuple[Step, ...] = ()) -> Report:
    """A run whose first test is about the first example, and the second about none."""
    end = RunFinished("verified", "All is well.", 9.0, attempt=1, step=step, grounds=grounds, then=then)
    report = report_of([*whole_run()[:5], BriefReady(BRIEF), *whole_run()[5:-1], end])
    tests = tuple(replace(test, examples=(1,) if test.name == "test_add" else ()) for test in report.suite.tests)
    return replace(report, suite=replace(report.suite, tests=tests))


def with_checks(*checks: CheckReport) -> Report:
    return replace(told(), attempts=tuple(replace(one, checks=checks) for one in told().attempts))


def said(report: Report) -> dict[str, tuple[bool | None, str]]:
    return {one.claim: (one.holds, one.shown_by) for one in evidence(report)}


def test_each_example_and_each_check_is_a_claim_with_what_shows_it() -> None:
    found = said(told())
    assert found["From add(1, 2) comes 3"] == (True, "Its test: test_add.")
    assert found["From add(2, 2) comes 4"] == (None, "No test is about this.")
    assert found["It adds more."] == (True, "Its test: test_more."), "what was given beside the plan"
    assert found["Its tests notice 31 of 34 mistakes that were planted in it"] == (True, STRONG.summary)
    assert (True, SECURE.summary) in found.values()
    assert (True, NO_PACKAGES.summary) in found.values()


def test_what_speaks_for_it_is_claimed_by_its_kind_and_what_nobody_said_is_not_known() -> None:
    assert (True, SECOND.said) in said(told(SECOND)).values()
    assert (True, READ.said) in said(told(READ)).values()
    texts = set(said(told(SECOND, READ))) - set(said(told()))
    assert len(texts) == 2
    for step in ("decide", "confirm"):
        (unknown,) = set(said(told(step=step))) - set(said(told()))
        assert said(told(step=step))[unknown][0] is None
        assert said(told(step="tests", then=(step, "connect")))[unknown][0] is None


def test_what_a_check_found_or_could_not_say_is_no_proof() -> None:
    failed = CheckReport("bandit", "failed", "1 security problem found")
    broke = CheckReport("pip-audit", "not_checked", "Nobody answered")
    found = said(with_checks(failed, broke)).values()
    assert (False, failed.summary) in found
    assert (None, broke.summary) in found
    never = with_checks()
    assert {one.holds for one in evidence(never) if "test" not in one.shown_by} == {None}


def test_what_the_plan_leaves_out_is_named_beside_what_it_does() -> None:
    report = told(SECOND)
    assert report.brief
    assert report.request
    brief = replace(report.brief, left_out=("No gifts.", "No mail", "Cheques"))
    less = replace(report, brief=brief, request=replace(report.request, task="Add it. No gifts. No mail"))
    assert [(one.holds, one.said) for one in evidence(less) if one not in evidence(report)] == [
        (False, "It won't do: No gifts; No mail.")
    ]


def test_the_report_has_all_of_them() -> None:
    report = told(SECOND)
    claims = json.loads(json.dumps(as_json(report, "r1")))["claims"]
    assert claims[0] == {"claim": "It adds.", "shown_by": "No test is about this.", "holds": None}
    assert {one["claim"] for one in claims} >= set(said(report))
    assert as_json(report_of(whole_run()[:3]), "r1")["claims"] == []


def test_a_claim_names_all_tests_that_show_it() -> None:
    assert Claim("It adds.", True, tests=("test_a", "test_b")).shown_by == "Its tests: test_a, test_b."
