"""What the model said last in a run that broke off: often it says itself why nothing came of it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from agent.events import ModelAsked, ModelText
from agent.report import Report
from storage.types import StoredEvent
from ui.base.templating import render

MOST = 1200
"""Characters that are shown; all of it is in the log."""


def last_words_html(report: Report, events: Sequence[StoredEvent]) -> str:
    """The beginning of its last answer; empty where a program came of the run, or where it said nothing."""
    if report.chosen or report.status not in ("error", "failed"):
        return ""
    latest = takewhile(lambda event: not isinstance(event, ModelAsked), (one.event for one in reversed(events)))
    pieces = [event.text for event in latest if isinstance(event, ModelText) and not event.thinking]
    said = "".join(reversed(pieces)).strip()
    return render("last_words", said=said[:MOST], more=len(said) > MOST) if said else ""
