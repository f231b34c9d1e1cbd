"""The seal of a program that goes home: its verdict in three sentences, with nothing in them of the person's files."""

from __future__ import annotations

from agent.reasons import CAME_ALONG, RELY, passes_all, passes_everything, passes_shared, sentence
from agent.report import Report
from languages.one_file import Seal
from message import say
from storage.statuses import STATUSES

OPEN = say("Not everything about it is known: the report of whoever made it says what is open.")


def seal_of(report: Report) -> Seal:
    """The verdict on the chosen program, whose tests all passed."""
    count, is_verified = len(report.suite.tests), report.status == "verified"
    if is_verified:
        said = (passes_everything(count), *(sentence(one.said) for one in report.grounds[:1]), RELY)
    elif report.came_along:
        said = (passes_shared(count), CAME_ALONG)
    else:
        said = (passes_all(count), OPEN, RELY)
    return Seal(STATUSES["verified" if is_verified else "unverified"], is_verified, said)
