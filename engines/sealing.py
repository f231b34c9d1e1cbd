"""The seal of a program that goes home: its verdict in three sentences, with nothing in them of the person's files."""

from __future__ import annotations

from collections.abc import Mapping

from agent.claims import ABOUT
from agent.reasons import CAME_ALONG, RELY, passes_all, passes_everything, passes_shared, sentence
from agent.report import Report
from agent.summary import UNASKED
from languages.one_file import Seal
from message import say
from storage.statuses import NEARLY, STATUSES, called

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
    count, verdict = len(report.suite.tests), called(report)
    grounds = [GROUNDS[one.kind] for one in report.grounds if one.kind in GROUNDS][:1]
    if report.status == "verified":
        return Seal(verdict, is_good=True, said=(passes_everything(count), *grounds, RELY))
    if verdict == NEARLY:
        return Seal(verdict, is_good=False, said=(passes_all(count), *grounds, UNASKED), is_nearly=True)
    said = (passes_shared(count), CAME_ALONG) if report.came_along else (passes_all(count), OPEN, RELY)
    return Seal(STATUSES["unverified"], is_good=False, said=said)
