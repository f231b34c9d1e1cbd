"""The plan as a card: what was understood, to be changed before it is built, or afterwards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from agent.errors import BadTask
from agent.report import Report
from agent.request import (
    allowing,
    answered_by,
    checked,
    choosing,
    confirming,
    going_on,
    overruling,
    putting_right,
)
from languages.answers import Answers, changes
from languages.brief import Assumption, Brief
from message import say
from ui.base.templating import render
from ui.form.files import Asked
from ui.live.services import Services

AS_IT_IS, OWN_WORDS = "0", "own"
CHOOSE = "choose:"
"""What the button of an answer says, before the places of the question and the answer."""
OBJECT = "object:"
"""What the button of an answer to an objection says, before its place and which answer it is."""
ALLOW = "allow:"
"""What the button of a package that few use says, before its name."""


def plan_html(report: Report, usually: str = "") -> str:
    """The form while the run waits for an answer, and folded away once the run is over; else nothing.

    `usually` says how long runs take.
    """
    return render("plan", report=report, usually=usually)


def read_answers(brief: Brief, fields: Mapping[str, Any]) -> Answers:
    """What the fields of the form say to `brief`: those that were left as they are say nothing."""

    def text(name: str) -> str:
        return str(fields.get(name, ""))

    choices = {
        number: _choice(one, text(f"choice-{number}"), text(f"own-{number}"))
        for number, one in enumerate(brief.assumptions, start=1)
        if text(f"choice-{number}") not in ("", *(() if number in brief.questions else (AS_IT_IS,)))
    }
    outcomes = {
        number: text(f"outcome-{number}")
        for number, one in enumerate(brief.examples, start=1)
        if f"right-{number}" in fields
    }
    without = tuple(number for number in range(1, len(brief.rules) + 1) if f"rule-{number}" not in fields)
    return Answers(choices, outcomes, without, tuple(line for line in text("more").splitlines() if line.strip()))


def _choice(one: Assumption, value: str, own: str) -> str:
    if value == OWN_WORDS or not value.isdecimal() or int(value) > len(one.others):
        return own
    return (one.chosen, *one.others)[int(value)]


def answer_plan(services: Services, run_id: str, answers: Answers) -> str:
    """Have a run that waits go on, or start one that goes on from it; returns the id of the run that builds the plan.

    Raises `BadAnswers`, `BadTask`, `ModelUnavailable`, `EngineClosed` and `StorageError`.
    """
    if services.following.snapshot(run_id).report.awaits_answer:
        services.engine.answer(run_id, answers)
        return run_id
    return services.engine.start(*changed_plan(services, run_id, answers))


def confirmed_example(services: Services, run_id: str) -> Asked:
    """The request, with its files, that checks the program of the run `run_id` with the example that it asked about.

    Raises `BadTask` and `StorageError`.
    """
    return confirming(run_id, services.following.snapshot(run_id).report), services.store.inputs(run_id)


def chosen_answer(services: Services, run_id: str, places: str) -> Asked:
    """The request, with its files, that checks the program of the run `run_id` with the answer that the person picked:
    `places` are those of the question and of the answer, as in "0:1". Raises likewise."""
    question, _, answer = places.partition(":")
    if not (question.isdecimal() and answer.isdecimal()):
        raise BadTask(say("This run doesn't ask that."), say("Reload the page."))
    report = services.following.snapshot(run_id).report
    return choosing(run_id, report, int(question), int(answer)), services.store.inputs(run_id)


def answered_objection(services: Services, run_id: str, said: str) -> Asked:
    """The request, with its files, that goes on as the person answers what was held against the results: `said` is its
    place and whether it is "right" as it is or "wrong", as in "0:wrong". Raises likewise."""
    place, _, answer = said.partition(":")
    make = {"right": overruling, "wrong": putting_right}.get(answer)
    if make is None or not place.isdecimal():
        raise BadTask(say("This run doesn't ask that."), say("Reload the page."))
    return make(run_id, services.following.snapshot(run_id).report, int(place)), services.store.inputs(run_id)


def with_package(services: Services, run_id: str, name: str) -> Asked:
    """The request, with its files, that may use a package which the run `run_id` didn't take. Raises likewise."""
    return allowing(services.following.snapshot(run_id).report, name), services.store.inputs(run_id)


def changed_plan(services: Services, run_id: str, answers: Answers) -> Asked:
    """The request, with its files, that builds the plan of the run `run_id` as it is wanted now. Raises likewise."""
    snapshot = services.following.snapshot(run_id)
    report, inputs = snapshot.report, services.store.inputs(run_id)
    if not report.brief or not report.request or not snapshot.finished:
        raise BadTask(say("This run has no plan to change now."), say("Wait for its end, or run its task again."))
    plan = answered_by(report.request, report.brief, answers)
    if not report.chosen:
        return checked(replace(report.request, brief=plan)), inputs
    wishes = changes(report.brief, plan)
    if not wishes:
        raise BadTask(say("Nothing in the plan is otherwise than before."), say("Change something in it first."))
    return going_on(run_id, report, wishes, plan), inputs
