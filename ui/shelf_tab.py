"""The tab with the programs that a person keeps: used again with new files, by a name."""

from __future__ import annotations

from dataclasses import dataclass

import gradio as gr

from agent.errors import BadTask
from errors import AssayError
from ui.look import RUN_CLICKS, Updates, build_html
from ui.problems import NO_PROBLEM, problem_html
from ui.run_tab import UNSEEN, RunTab, opened, show_in_address
from ui.services import Services
from ui.templating import render

LONGEST_NAME = 80


@dataclass(frozen=True, slots=True)
class ShelfTab:
    """The components."""

    tab: gr.Tab
    problem: gr.HTML
    programs: gr.HTML


def build_shelf_tab(services: Services, tabs: gr.Tabs, run_tab: RunTab) -> None:
    """Put the tab into the tabs that are being built, and wire it and what keeps a run's program."""
    with gr.Tab("My programs", id="shelf") as tab:
        problem = build_html("shelf-problem")
        programs = gr.HTML(elem_id="shelf", js_on_load=RUN_CLICKS, apply_default_css=False)
    shelf = ShelfTab(tab, problem, programs)
    _wire_listing(services, shelf, tabs, run_tab)
    _wire_keeping(services, run_tab)


def _wire_listing(services: Services, shelf: ShelfTab, tabs: gr.Tabs, run_tab: RunTab) -> None:
    def listed() -> Updates:
        try:
            return _listed(services, shelf)
        except AssayError as problem:
            return {shelf.problem: problem_html(problem)}

    def act(event: gr.EventData) -> Updates:
        action, about = getattr(event, "action", ""), getattr(event, "run", "")
        try:
            if action == "put-away":
                services.store.put_away(about)
                return _listed(services, shelf)
            return _used(services, tabs, run_tab, about)
        except AssayError as problem:
            return {shelf.problem: problem_html(problem)}

    ours, view = [shelf.problem, shelf.programs], run_tab.view
    shelf.tab.select(listed, None, ours, **UNSEEN)
    done = shelf.programs.click(act, None, [tabs, *ours, *view.outputs], **UNSEEN)
    show_in_address(done, view.run_id)


def _listed(services: Services, shelf: ShelfTab) -> Updates:
    return {shelf.problem: NO_PROBLEM, shelf.programs: render("shelf", programs=services.store.kept())}


def _used(services: Services, tabs: gr.Tabs, run_tab: RunTab, run_id: str) -> Updates:
    """The run, opened where its program is used."""
    shown = opened(services, run_tab.view, run_id)
    return {tabs: gr.Tabs(selected="build"), **shown, run_tab.view.details: gr.Tabs(visible=True, selected="try")}


def _wire_keeping(services: Services, run_tab: RunTab) -> None:
    view = run_tab.view

    def keep(run_id: str, name: str) -> str:
        try:
            return _kept(services, run_id, " ".join(name.split())[:LONGEST_NAME])
        except AssayError as problem:
            return problem_html(problem)

    gr.on([view.keep.click, view.name.submit], keep, [view.run_id, view.name], view.kept, **UNSEEN)


def _kept(services: Services, run_id: str, name: str) -> str:
    """Keep the program, and say so. Raises `BadTask` without a name, and `StorageError`."""
    if not name:
        raise BadTask("It has no name yet.", "Give it one by which you find it again.")
    brief = services.following.snapshot(run_id).report.brief
    services.store.keep(run_id, name, brief.kind if brief else "")
    return render("kept", name=name)
