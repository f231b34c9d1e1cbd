"""The tab with all runs: searched, opened, run again, exported and deleted."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any, cast

import gradio as gr

from errors import AssayError
from message import say
from storage.statuses import STATUSES
from storage.types import RunStatus, RunSummary
from ui.base.look import IN_SIGHT, RUN_CLICKS, UNSEEN, Updates, build_html
from ui.base.problems import NO_PROBLEM, problem_html
from ui.base.templating import render
from ui.form.changing import SAME
from ui.form.files import offered_again
from ui.form.form import write_request
from ui.live.services import Services
from ui.run.opening import opened, show_in_address
from ui.run.tab import RunTab, found_models
from ui.telling.handing import Handing, build_handing, saved_by, wire_handing
from ui.using.taking import exported

PAGE = 50
ANY = "any"
THE_ANY = (say("any"), ANY)
IN_ORDER: dict[str, Any] = {**UNSEEN, "queue": True, "concurrency_id": "history", "concurrency_limit": 1}
"""So that the answer to an older search never replaces that to a newer one."""

RECENT = 500
"""The models to filter by are those of so many newest runs."""


@dataclass(frozen=True, slots=True)
class HistoryTab:
    """The components. `starts` holds, for each page up to this one, the last run of the page before it."""

    tab: gr.Tab
    text: gr.Textbox
    verdict: gr.Dropdown
    model: gr.Dropdown
    starts: gr.State
    problem: gr.HTML
    table: gr.HTML
    newer: gr.Button
    older: gr.Button
    handing: Handing

    @property
    def search(self) -> list[Any]:
        """What decides which runs are listed."""
        return [self.text, self.verdict, self.model, self.starts]


def build_history_tab(services: Services, tabs: gr.Tabs, run_tab: RunTab) -> None:
    """Put the tab into the tabs that are being built, and wire it."""
    with gr.Tab(say("History"), id="history") as tab:
        history = _build(tab)
    _wire_listing(services, history)
    _wire_actions(services, history, tabs, run_tab)


def _build(tab: gr.Tab) -> HistoryTab:
    with gr.Row():
        text = gr.Textbox("", label=say("Search the tasks"), scale=3, min_width=250)
        verdict = gr.Dropdown([THE_ANY, *_verdicts()], value=ANY, label=say("Verdict"), min_width=120, filterable=False)
        model = gr.Dropdown([THE_ANY], value=ANY, label=say("Model"), min_width=160, filterable=False)
    problem = build_html("history-problem", script=IN_SIGHT)
    handing = build_handing("handing-exported")
    table = gr.HTML(elem_id="history", js_on_load=RUN_CLICKS, apply_default_css=False)
    with gr.Row(elem_id="pages"):
        newer, older = gr.Button(say("Newer runs"), interactive=False), gr.Button(say("Older runs"), interactive=False)
    starts = gr.State([])
    return HistoryTab(tab, text, verdict, model, starts, problem, table, newer, older, handing)


def _verdicts() -> list[tuple[str, str]]:
    return [(title, status) for status, title in STATUSES.items() if status == _called_the_same(status)[0]]


def _called_the_same(status: RunStatus) -> list[RunStatus]:
    """The states that have the name of this one."""
    return [one for one, title in STATUSES.items() if title == STATUSES[status]]


def _wire_listing(services: Services, history: HistoryTab) -> None:
    outputs = [history.table, history.problem, history.newer, history.older, history.starts, history.model]

    def first(text: str, verdict: str, model: str, _starts: list[str]) -> Updates:
        return _listed(services, history, text, verdict, model, [])

    def newer(text: str, verdict: str, model: str, starts: list[str]) -> Updates:
        return _listed(services, history, text, verdict, model, starts[:-1])

    def older(text: str, verdict: str, model: str, starts: list[str]) -> Updates:
        last = _page(services, text, verdict, model, starts)[:PAGE][-1:]
        return _listed(services, history, text, verdict, model, starts + [run.run_id for run in last])

    def with_models(*search: Any) -> Updates:
        models = sorted({run.model for run in services.store.runs(RECENT) if run.model})
        return first(*search) | {history.model: gr.Dropdown([THE_ANY, *((model, model) for model in models)])}

    history.tab.select(with_models, history.search, outputs, **IN_ORDER)
    changed = [history.text.change, history.verdict.input, history.model.input]
    gr.on(changed, first, history.search, outputs, trigger_mode="always_last", **IN_ORDER)
    history.newer.click(newer, history.search, outputs, **IN_ORDER)
    history.older.click(older, history.search, outputs, **IN_ORDER)


def _page(services: Services, text: str, verdict: str, model: str, starts: list[str]) -> list[RunSummary]:
    """One page of runs, and one more where there is another page."""
    return services.store.runs(
        PAGE + 1,
        starts[-1] if starts else None,
        None if verdict == ANY else _called_the_same(cast("RunStatus", verdict)),
        None if model == ANY else model,
        text.strip(),
    )


def _listed(services: Services, history: HistoryTab, text: str, verdict: str, model: str, starts: list[str]) -> Updates:
    try:
        runs = _page(services, text, verdict, model, starts)
    except AssayError as problem:
        return {history.problem: problem_html(problem)}
    filtered = bool(text.strip()) or (verdict, model) != (ANY, ANY)
    return {
        history.problem: NO_PROBLEM,
        history.table: render("history", runs=runs[:PAGE], filtered=filtered),
        history.newer: gr.Button(interactive=bool(starts)),
        history.older: gr.Button(interactive=len(runs) > PAGE),
        history.starts: starts,
    }


def _wire_actions(services: Services, history: HistoryTab, tabs: gr.Tabs, run_tab: RunTab) -> None:
    def act(event: gr.EventData, *search: Any) -> Updates:
        action, run_id = getattr(event, "action", ""), getattr(event, "run", "")
        none: Updates = {**history.handing.nothing, history.problem: NO_PROBLEM}
        try:
            return none | _act(services, history, tabs, run_tab, action, run_id, search)
        except AssayError as problem:
            return none | {history.problem: problem_html(problem)}

    view, form = run_tab.view, run_tab.form
    ours = [history.problem, history.table, history.newer, history.older, history.starts, *history.handing.outputs]
    models = [one for one in run_tab.models if one is not form.model]
    theirs = [*form.files.inputs, *form.inputs, *models, *view.outputs]
    done = history.table.click(act, history.search, [tabs, *ours, *theirs], **UNSEEN)
    show_in_address(done, view.run_id)
    saved_by(done, history.handing)
    wire_handing(history.handing, partial(_exported, services))


def _exported(services: Services, run_id: str, with_files: bool) -> str:
    return exported(services, run_id, "", with_files)


def _act(
    services: Services,
    history: HistoryTab,
    tabs: gr.Tabs,
    run_tab: RunTab,
    action: str,
    run_id: str,
    search: tuple[Any, ...],
) -> Updates:
    to_build = {tabs: gr.Tabs(selected="build")}
    match action:
        case "open":
            return to_build | opened(services, run_tab.view, run_id)
        case "again":
            request = services.store.request(run_id)
            models = found_models(services, run_tab, request.model, SAME, SAME, request.model)
            asked = write_request(run_tab.form, request) | models
            empty = {run_tab.view.run_id: "", **run_tab.view.nothing}
            return to_build | empty | asked | offered_again(run_tab.form.files, run_id, request)
        case "export":
            return history.handing.begun(services, run_id, run_id, partial(_exported, services))
        case "delete":
            services.engine.cancel(run_id)
            services.store.delete(run_id)
            return _listed(services, history, *search)
        case _:
            return {}
