"""The parts of a run's page, each with how it is drawn: a new one is a line here and a place in `run_view`."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

import gradio as gr

from agent.report import Report
from agent.types import Request
from engines.examples import recorded_ids
from storage.types import RunSummary
from ui.base.templating import render
from ui.live.versions import present_html, versions_html
from ui.live.watching import Moment, Parts
from ui.telling import view
from ui.telling.last_words import last_words_html
from ui.telling.plan_card import plan_html
from ui.using.result import result_html
from ui.using.taking import PROGRAM


def code_of(report: Report) -> dict[str, Any]:
    """The program that is handed over, under the name of its file, for its box."""
    label = report.chosen.candidate.entry if report.chosen else PROGRAM
    code = report.chosen.source.strip() if report.chosen else ""  # as Gradio itself shows it
    return gr.update(value=code, language=syntax_of(report), label=label)


def syntax_of(report: Report) -> Any:
    """The name by which the code boxes know the language; None for one that they don't colour."""
    return (report.language.syntax if report.language else "") or None


def _waiting(summary: RunSummary) -> Request:
    """What was asked for, as far as the list of runs tells it: a run that waits for its turn has no events yet."""
    return Request(summary.task, summary.model, summary.test_model)


def _recorded(summary: RunSummary) -> datetime | None:
    """When the run was made, if it is an example that came with the app."""
    return summary.created if summary.run_id in recorded_ids() else None


def _steps(moment: Moment) -> str:
    run = moment.snapshot
    return view.steps_html(run.known, moment.now, run.usually, run.ahead, run.writing.sentences, run.summary.hurried)


def _asked(moment: Moment) -> str:
    run = moment.snapshot
    request = run.report.request or _waiting(run.summary)
    recorded, beside = _recorded(run.summary), run.present is not None
    return view.asked_html(run.report, request, run.name, moment.falls, recorded, beside)


def _present(moment: Moment) -> str:
    run = moment.snapshot
    return present_html(run.versions, run.present.summary.run_id) if run.present else ""


def _result(moment: Moment) -> str:
    run = moment.snapshot
    return result_html(run.present.report, asks=False) if run.present else result_html(run.report, run.kept)


def _so_far(moment: Moment) -> str:
    report = moment.snapshot.report
    going_on = report.status == "running"
    return view.so_far_html(report) if going_on else last_words_html(report, moment.snapshot.events)


def _verdict(report: Report) -> str:
    return "" if report.status == "running" else view.verdict_html(report, actions=True)


def _of(draw: Callable[[Report], str]) -> Callable[[Moment], str]:
    """A part that only the report decides."""
    return lambda moment: draw(moment.snapshot.report)


PARTS = Parts(
    always={
        "versions": lambda moment: versions_html(moment.snapshot.versions),
        "steps": _steps,
        "plan": lambda moment: plan_html(moment.snapshot.report, moment.snapshot.usually),
    },
    of={
        "asked": _asked,
        "present": _present,
        "verdict": _of(_verdict),
        "result": _result,
        "so_far": _so_far,
        "chat": _of(lambda report: render("chat", request=report.request)),
        "trust": _of(view.trust_html),
        "attempts": _of(view.attempts_html),
        "code": _of(lambda report: report.chosen.source if report.chosen else ""),
        "how_folder": _of(lambda report: view.how_to_run(report, "folder")),
        "how": _of(lambda report: view.how_to_run(report, "file")),
    },
    log=lambda moment: view.log_html(moment.snapshot.events),
    boxes={"code": code_of},
)
