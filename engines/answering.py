"""What a person says to the brief of a run, on its way through the history: given by whoever has it, and waited for."""

from __future__ import annotations

import logging

import awake
from agent.report import fold
from agent.request import answered_by
from cancel import Cancel
from languages.answers import Answers
from message import say
from storage.errors import NotAsked, StorageError
from storage.store import Store

log = logging.getLogger(__name__)

LOOK_SECONDS = 0.3
"""How often the worker of a run looks whether there is an answer."""

PATIENCE_SECONDS = 30 * 60.0
"""For how long a run waits. It keeps others from their turn, and its brief can be built at any time without it."""


def _nobody(minutes: float) -> str:
    return say(
        "Nobody answered within %(minutes)s minutes, so the run was ended. Its plan is kept, and can still be built.",
        minutes=minutes,
    )


def answer(store: Store, run_id: str, answers: Answers) -> None:
    """Leave word for the worker of a run that waits.

    Raises `BadAnswers` where it doesn't fit the run's brief, `NotAsked` where the run doesn't wait (any more),
    `ModelUnavailable` where recorded answers are asked to be others, `UnknownRun` and `StorageError`.
    """
    request = store.request(run_id)
    report = fold(stored.event for stored in store.events(run_id))
    if report.brief is None or not report.awaits_answer:
        raise NotAsked(
            say("This run doesn't wait for an answer."), say("Look at it again: it has gone on, or is over.")
        )
    answered_by(request, report.brief, answers)
    store.give_answer(run_id, answers)


def await_answer(store: Store, run_id: str, cancel: Cancel, patience: float = PATIENCE_SECONDS) -> Answers:
    """What the person says to the brief of `run_id`; a run that waits longer than `patience` seconds is cancelled.

    Raises `Cancelled`.
    """
    until = awake.now() + patience
    while (answers := _given(store, run_id)) is None:
        if awake.now() > until:
            cancel.cancel(_nobody(patience / 60))
        cancel.wait(LOOK_SECONDS)
    return answers


def _given(store: Store, run_id: str) -> Answers | None:
    try:
        return store.answer(run_id)
    except StorageError as problem:  # the recorder says so if it lasts
        log.warning("no answer of run %s can be read: %s", run_id, problem.message)
        return None
