"""What a person says of a result: it is kept with its day, speaks for the program, and can be taken back."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from agent.claims import evidence
from agent.errors import BadTask
from agent.events import Event, RunFinished
from agent.report import Report, with_event
from agent.report_json import as_json
from agent.types import Ground, Review, Status, Step, Vouched
from agent.vouching import taking_back, vouching
from languages.types import CheckReport
from tests.fakes.told_runs import report_of, whole_run

NOON = datetime(2025, 6, 28, 12, tzinfo=UTC)
NO_SCAN = CheckReport("bandit", "not_checked", "The tool isn't there")


def ended(*steps: Step, status: Status = "unverified", grounds: tuple[Ground, ...] = (), without: str = "") -> Report:
    """A run whose checks all passed, but for one, that ended so."""
    end = RunFinished(status, "As it was.", 9.0, attempt=1, step=next(iter(steps), ""), then=steps[1:], grounds=grounds)
    report = report_of([*whole_run()[:-1], end])
    (chosen,) = report.attempts
    checks = tuple(replace(NO_SCAN, name=one.name) if one.name == without else one for one in chosen.checks)
    return replace(report, attempts=(replace(chosen, checks=checks),))


def after(report: Report, *files: str) -> Report:
    return with_event(report, vouching(report, files, NOON))


def test_a_yes_makes_a_program_verified_that_lacked_nothing_else() -> None:
    report = after(ended("confirm"), "statement.csv")
    assert (report.status, report.steps) == ("verified", ())
    assert report.vouched == (Vouched("2025-06-28T12:00:00+00:00", ("statement.csv",)),)
    assert as_json(report, "run")["vouched"] == [{"at": report.vouched[0].at, "made_of": ("statement.csv",)}]
    assert "You looked at what it makes of statement.csv on 2025-06-28, and said that it is right." in report.reason
    claims = {one.claim: (one.holds, one.confirmed) for one in evidence(report)}
    assert claims["You said that what it makes of statement.csv is right"] == (True, True)
    assert not [one for one in claims if "what you mean" in one]


@pytest.mark.parametrize(
    ("report", "status", "steps"),
    [
        (ended("check", "confirm", without="bandit"), "unverified", ("check",)),
        (ended("check", without="bandit"), "unverified", ("check",)),
        (ended(status="failed"), "failed", ()),
        (ended(status="cancelled"), "cancelled", ()),
        (ended(status="verified", grounds=(Ground("second", "It gives the same"),)), "verified", ()),
    ],
    ids=["something else is missing", "only something else is missing", "failed", "stopped", "verified before"],
)
def test_whatever_else_is_missing_stays_so_and_what_was_said_is_kept(
    report: Report, status: str, steps: tuple[Step, ...]
) -> None:
    said = after(report)
    assert (said.status, said.steps, len(said.vouched)) == (status, steps, 1)
    assert [one.kind for one in said.grounds][-1] == "person"


def test_what_is_in_doubt_is_not_decided_by_it() -> None:
    doubted = replace(ended("decide", "confirm"), review=Review(("The sum is wrong",)))
    assert after(doubted).steps == ("decide",)


def test_it_is_taken_back_as_if_nothing_had_been_said() -> None:
    before = ended("confirm")
    said = after(after(before, "a.csv"), "b.csv")
    assert [one.made_of for one in said.vouched] == [("a.csv",), ("b.csv",)]
    back = with_event(said, taking_back(said))
    assert (back.status, back.steps, back.vouched, back.grounds) == ("unverified", ("confirm",), (), ())


@pytest.mark.parametrize(
    "events",
    [whole_run()[:-1], [*whole_run()[:8], RunFinished("failed", "No program.", 1.0)]],
    ids=["it goes on", "no program"],
)
def test_nothing_can_be_said_of_no_result(events: list[Event]) -> None:
    with pytest.raises(BadTask):
        vouching(report_of(events), (), NOON)
