"""The seal of a program that goes home: its verdict in three sentences, with nothing in them of the person's files."""

from __future__ import annotations

from collections.abc import Mapping

from agent.claims import ABOUT
from agent.reasons import CAME_ALONG, RELY, passes_all, passes_everything, passes_shared, sentence
from agent.report import Report
from languages.one_file import Seal
from message import say
from storage.statuses import STATUSES

OPEN = say("Not everything about it is known: the report of whoever made it says what is open.")
GROUNDS: Mapping[str, str] = {
    "example": say("An example that came with the request comes out right."),
    "person": say("Whoever asked for it said that its result is right."),
    "second": sentence(ABOUT["second"]),
    "reading": say("A model compared its results with the request, and found nothing wrong."),
}
"""What spoke for it beside its tests, to somebody who may not be the one who asked for it."""


def seal_of(report: Report) -> Seal:
    """The verdict on the chosen program, whose tests all passed."""
    count, is_verified = len(report.suite.tests), report.status == "verified"
    if is_verified:
        grounds = [GROUNDS[one.kind] for one in report.grounds if one.kind in GROUNDS]
        said = (passes_everything(count), *grounds[:1], RELY)
    elif report.came_along:
        said = (passes_shared(count), CAME_ALONG)
    else:
        said = (passes_all(count), OPEN, RELY)
    return Seal(STATUSES["verified" if is_verified else "unverified"], is_verified, said)
