"""What of a run the page has to send again. A tab gets only what changed since it got something last."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from agent.types import Request
from engines.examples import recorded_ids
from storage.types import GOING_ON, RunSummary
from ui import view
from ui.following import Snapshot
from ui.last_words import last_words_html
from ui.plan_card import plan_html
from ui.result import result_html
from ui.templating import render
from ui.versions import present_html, versions_html

Shown = Mapping[str, Any]
"""What one tab shows: the run, and of each part a mark that changes whenever the part does; plain JSON, with numbers
that a browser doesn't round."""
PARTS = (
    "steps",
    "plan",
    "log",
    "asked",
    "versions",
    "present",
    "verdict",
    "result",
    "so_far",
    "chat",
    "trust",
    "attempts",
    "code",
    "how_folder",
    "how",
)
"""What there may be among the parts of `changes`."""


def changes(snapshot: Snapshot, shown: Shown, now: datetime) -> tuple[dict[str, str], Shown]:
    """The parts that are to be shown anew, by name, and what is shown then."""
    if shown.get("run") != snapshot.summary.run_id:
        shown = {"run": snapshot.summary.run_id}
    said, hurried = snapshot.writing.sentences, snapshot.summary.hurried
    made = {
        "versions": versions_html(snapshot.versions),
        "steps": view.steps_html(snapshot.known, now, snapshot.usually, snapshot.ahead, said, hurried),
        "plan": plan_html(snapshot.report, snapshot.usually),
    }
    marks: dict[str, Any] = {
        "log": len(snapshot.events),
        "report": snapshot.report_seq,
        "status": snapshot.summary.status,
        "name": snapshot.name,
        "kept": snapshot.kept,
    }
    if any(shown.get(name) != marks[name] for name in ("report", "status", "name", "kept")):
        made |= _report_parts(snapshot, falls=shown.get("status") in GOING_ON)
    # Most stay as they are: what is sent costs the server and the browser more than what is made in vain, and a person
    # may be filling in the plan.
    marks |= {name: f"{hash(html):x}" for name, html in made.items()}
    parts = {name: html for name, html in made.items() if shown.get(name) != marks[name]}
    if shown.get("log") != marks["log"]:
        parts["log"] = view.log_html(snapshot.events)
    return parts, {**shown, **marks}


def turned(snapshot: Snapshot, shown: Shown) -> bool:
    """Whether it began, ended, or is another run than the tab shows; another verdict of the same program is none."""
    before = shown.get("run"), _stage(shown.get("status"))
    return before != (snapshot.summary.run_id, _stage(snapshot.summary.status))


def _stage(status: str | None) -> str | None:
    return status if status is None or status in GOING_ON else "over"


def _waiting(summary: RunSummary) -> Request:
    """What was asked for, as far as the list of runs tells it: a run that waits for its turn has no events yet."""
    return Request(summary.task, summary.model, summary.test_model)


def _recorded(summary: RunSummary) -> datetime | None:
    """When the run was made, if it is an example that came with the app."""
    return summary.created if summary.run_id in recorded_ids() else None


def _report_parts(snapshot: Snapshot, falls: bool) -> dict[str, str]:
    report, present = snapshot.report, snapshot.present
    request = report.request or _waiting(snapshot.summary)
    return {
        "asked": view.asked_html(report, request, snapshot.name, falls, _recorded(snapshot.summary), bool(present)),
        "present": present_html(snapshot.versions, present.summary.run_id) if present else "",
        "verdict": "" if report.status == "running" else view.verdict_html(report, actions=True),
        "result": result_html(present.report, asks=False) if present else result_html(report, snapshot.kept),
        "so_far": view.so_far_html(report) if report.status == "running" else last_words_html(report, snapshot.events),
        "chat": render("chat", request=request),
        "trust": view.trust_html(report),
        "attempts": view.attempts_html(report),
        "code": report.chosen.source if report.chosen else "",
        "how_folder": view.how_to_run(report, "folder"),
        "how": view.how_to_run(report, "file"),
    }
