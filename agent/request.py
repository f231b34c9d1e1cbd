"""Whether a request can be worked on at all, before anything is started for it."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import asdict, replace

from agent.errors import BadTask, ModelUnavailable
from agent.report import NO_TESTS, Report
from agent.result import result_of, right_instead, shown_at
from agent.strategies import STRATEGIES
from agent.types import NO_REVIEW, Earlier, Ground, Limits, Mended, Request, TakenIn
from languages.answers import Answers, answered
from languages.brief import Assumption, Brief, Example, plain_text
from languages.registry import language_named
from languages.types import Candidate, Suite
from message import say
from wording import encodable

ANSWERED = say("A model found something wrong in its results, and you said that it is right")
QUESTION = "question"
"""The place of what the person is asked about, in place of one in the result."""
LONGEST_TASK = 50_000
LONGEST_SECONDS = 7 * 24 * 3600.0
MOST_ATTEMPTS, MOST_DOLLARS = 1_000, 100_000
"""More is a slip of the hand, and some of it JSON has no number for."""


def checked(request: Request) -> Request:
    """`request` with its task tidied up.

    Raises `BadTask` for a task that is empty or longer than `LONGEST_TASK` characters, for limits that leave no room
    for a run and for an unknown strategy, and for what no file can hold in anything else, as in a program that was
    edited or taken in; `UnknownLanguage`, and `BadExample` for an example that can't be tested.
    """
    # Halves of surrogate pairs come from terminals with another encoding; nothing can store or send them.
    task = encodable(request.task).replace("\0", "").strip()
    if not task:
        raise BadTask(say("There is no task."), say("Say in plain words what the program should do."))
    if len(task) > LONGEST_TASK:
        raise BadTask(
            say(
                "The task is %(count)s characters long; at most %(longest_task)s can be worked on.",
                count=len(task),
                longest_task=LONGEST_TASK,
            ),
            say("Describe what the program should do, with a few lines of the data instead of all of it."),
        )
    if request.strategy not in STRATEGIES:
        raise BadTask(
            say("There is no strategy called %(strategy)s.", strategy=repr(request.strategy)),
            say("Take one of: %(strategies)s.", strategies=", ".join(STRATEGIES)),
        )
    if problem := _problem_of(request.limits):
        raise BadTask(problem, say("Change it among the limits, and start it again."))
    language_named(request.language).with_examples(Suite({}, ()), request.examples)
    tidied = replace(request, task=task)
    _require_encodable(tidied)
    return tidied


def _require_encodable(request: Request) -> None:
    """Raises `BadTask` where a text in it, its program's and tests' too, has half a character."""
    try:
        json.dumps(asdict(request), ensure_ascii=False).encode()
    except UnicodeEncodeError as problem:
        raise BadTask(
            say("It holds characters that no file can hold: halves of others."),
            say("Take them out of the program, or of what you wrote, then try again."),
        ) from problem


def _problem_of(limits: Limits) -> str:
    """What is wrong with the first limit that nothing can keep to, in a sentence; empty where all is well."""
    cost, seconds = limits.max_cost_usd or 0, LONGEST_SECONDS if limits.seconds is None else limits.seconds
    problems = {
        say("There can be 1 to %(most)s attempts.", most=MOST_ATTEMPTS): not 1 <= limits.attempts <= MOST_ATTEMPTS,
        say("A run has to be longer than nothing, and end within a week."): not 0 < seconds <= LONGEST_SECONDS,
        say("A run may cost 0 to %(most)s dollars.", most=MOST_DOLLARS): not 0 <= cost <= MOST_DOLLARS,
        say("The share of planted mistakes has to be from 0 to 100 %%."): not 0 <= limits.mutation_score <= 1,
    }
    return next((said for said, is_wrong in problems.items() if is_wrong), "")


def going_on(
    run_id: str, report: Report, wishes: Sequence[str] = (), plan: Brief | None = None, edited: Candidate | None = None
) -> Request:
    """The request that goes on from the program of a run that is over: with `wishes` in words, or as it was `edited`.

    Where it has no `plan` of what is wanted now, another is made, for what was built says it as well, and a wish may
    change it. Raises `BadTask` for a run without a program, and as `checked` does.
    """
    request, chosen = report.request, report.chosen
    if not chosen or not request:
        raise BadTask(say("This run has no program to go on from."), say("Run its task again."))
    so_far = request.earlier.changes if request.earlier and not edited else ()
    candidate = edited or chosen.candidate
    found = next((one for one in report.grounds if one.kind != "example"), None)
    is_same = candidate == chosen.candidate
    ground, review = (found, report.review) if is_same else (None, report.review.of_another)
    changes = (*so_far, *wishes)
    # What was held against the results stands until the person has answered it.
    earlier = Earlier(run_id, candidate, report.suite, changes, report.brief, ground=ground, review=review)
    earlier = replace(earlier, only_checked=bool(run_id) and is_same and edited is not None)
    return checked(replace(request, brief=plan, earlier=earlier))


def mending(run_id: str, report: Report, wish: str, mends: Mended) -> Request:
    """The request that goes on from the program of a run, and only mends it or its tests. Raises likewise."""
    request = going_on(run_id, report, [wish])
    if mends == "tests":  # which is what a quick run leaves out
        request = replace(request, limits=replace(request.limits, quick=False))
    return replace(request, earlier=replace(request.earlier, mends=mends)) if request.earlier else request


def said_in(request: Request) -> str:
    """The task of a request, and below it all that was wished since."""
    return "\n".join((request.task, *(request.earlier.changes if request.earlier else ())))


def trying_here(run_id: str, report: Report, task: str, own_files: Collection[str] = ()) -> Request:
    """The request that has a plan and tests made for a program that was taken in, of `task` alone, as the person
    accepts it, and with files of their own of these paths.

    The program is tried as it is first. Raises `BadTask` for any other program, and as `checked` does.
    """
    request, chosen = report.request, report.chosen
    if not chosen or not request or request.taken_in != "all":
        raise BadTask(say("This program came with no tests of somebody else's."), say("Run its task again."))
    earlier = Earlier(run_id, chosen.candidate, NO_TESTS, mends="plan")
    came: TakenIn = "files" if {file.path for file in request.files} - set(own_files) else ""
    left_out = () if own_files else request.left_out
    return checked(replace(request, task=task, brief=None, earlier=earlier, taken_in=came, left_out=left_out))


def confirming(run_id: str, report: Report) -> Request:
    """The request that checks the program of a run once more, with what was asked of the person as their example.

    Raises `BadTask` where nothing was asked, and as `checked` does.
    """
    if not report.question:
        raise BadTask(
            say("This run has nothing to confirm."), say("Run its task again with an example that must hold.")
        )
    return _held(run_id, report, report.question)


# Why: docs/decisions.md, "A change starts from the task and all wishes so far, not from a chat log"
def choosing(run_id: str, report: Report, question: int, answer: int) -> Request:
    """The request that checks the program of a run once more, with one of the answers to one of its questions, by their
    places, as the person's example: so nothing is left of what the test that asked held against it. Raises likewise."""
    asked = report.undecided[question] if question < len(report.undecided) else None
    if asked is None or answer >= len(asked.choices):
        raise BadTask(say("This run doesn't ask that."), say("Run its task again with an example that must hold."))
    chosen = asked.choices[answer]
    left = tuple(one for one in report.review.doubts if one != asked.reason)
    answered = replace(report, review=replace(report.review, doubts=left))
    return _held(run_id, answered, Example(chosen.given, chosen.expected))


# Why: docs/decisions.md, "A reviewer's finding must hold by the task alone, and finding none takes two readings"
def overruling(run_id: str, report: Report, place: int) -> Request:
    """The request that tests and checks the program of a run once more, where the person says that what was held
    against its results, by its place, is right as it is.

    Where nothing else is held against them, the results were read, and that speaks for the program. The answer stands
    in the plan from then on. Raises `BadTask` where nothing is asked, and as `checked` does.
    """
    said, rest = _objection(report, place)
    request = going_on(run_id, report, edited=report.chosen.candidate if report.chosen else None)
    answer = Assumption(said, say("No, it is right as it is."), confirmed=True)
    brief = replace(report.brief, assumptions=(*report.brief.assumptions, answer)) if report.brief else None
    review = replace(report.review, doubts=rest)
    ground = Ground("reading", ANSWERED) if review == NO_REVIEW else None
    earlier = replace(request.earlier, brief=brief, review=review, ground=ground) if request.earlier else None
    return replace(request, earlier=earlier)


def putting_right(run_id: str, report: Report, place: int) -> Request:
    """The request that goes on from the program of a run, where the person says that what was held against its results,
    by its place, is wrong indeed. Raises likewise."""
    said, rest = _objection(report, place)
    request = going_on(run_id, report, [say("This is wrong, and has to be put right: %(what)s", what=said)])
    review = replace(report.review, doubts=rest)
    return replace(request, earlier=replace(request.earlier, review=review)) if request.earlier else request


def correcting(run_id: str, report: Report, place: str, should: str) -> Request:
    """The request that goes on from the program of a run, where the person says what `should` stand at a place of its
    result, see `agent/result.py`, or come of its `question`. That is their example from then on.

    Raises `BadTask` where there is no such place, or nothing is said, and as `checked` does.
    """
    right = plain_text(should)
    if not right:
        raise BadTask(say("It isn't said yet what should be there."), say("Write it, then try again."))
    example, came = _corrected(report, place, right)
    wish = f"This must hold: {example.given} -> {right}. What comes there now is wrong: {came}"
    plan = replace(report.brief, examples=(*report.brief.examples, example)) if report.brief else None
    return going_on(run_id, report, [wish], plan)


def _corrected(report: Report, place: str, right: str) -> tuple[Example, str]:
    """The example, and what came instead."""
    if place == QUESTION and report.question:
        return Example(report.question.given, right, confirmed=True), report.question.expected
    start = result_of(report)
    shown = shown_at(start, place) if start else None
    if start is None or shown is None:
        raise BadTask(say("This run doesn't ask that."), say("Reload the page."))
    return right_instead(start, shown, right), shown.came


def _objection(report: Report, place: int) -> tuple[str, tuple[str, ...]]:
    """What is held against the results at that place, and what is besides."""
    if place >= len(report.objections):
        raise BadTask(say("This run doesn't ask that."), say("Reload the page."))
    return report.objections[place], (*report.objections[:place], *report.objections[place + 1 :])


def _held(run_id: str, report: Report, example: Example) -> Request:
    request, language = going_on(run_id, report), report.language
    if not request.earlier or not language:
        raise BadTask(say("This program can't be tested here."), say("Run its task again."))
    said = language.expression(example)
    earlier = replace(request.earlier, suite=language.with_examples(report.suite, [said]), changes=())
    return replace(request, examples=(*request.examples, said), earlier=earlier)


def allowing(report: Report, name: str) -> Request:
    """The request of a run once more, with a package that few use and the person allows.

    Raises `BadTask` for one that nobody asked for, and as `checked` does.
    """
    if not report.request or name not in {one.name for one in report.doubts}:
        raise BadTask(say("No program of this run asked for that package."), say("Run its task again."))
    return checked(replace(report.request, packages=(*report.request.packages, name)))


def answered_by(request: Request, brief: Brief, answers: Answers) -> Brief:
    """`brief`, which was made for `request`, as the person wants it.

    Raises `BadAnswers`, and `ModelUnavailable` where recorded answers would have to be others.
    """
    plan = answered(brief, answers)
    if plan != brief and "demo" in (request.model, request.test_model):
        raise ModelUnavailable(
            say("The demo's plan can't be changed: its answers are recorded."),
            say("Build it as it is, or pick a real model."),
        )
    return plan
