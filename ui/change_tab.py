"""Going on from a finished run: with code that was edited by hand, or with a wish in words."""

from __future__ import annotations

from dataclasses import dataclass, replace

import gradio as gr

from agent.errors import BadTask
from agent.request import going_on
from ui.files import Asked
from ui.form import DEMO, fetched
from ui.services import Services

SAME = "the same as before"


@dataclass(frozen=True, slots=True)
class ChangeFields:
    """The fields of the tab."""

    wish: gr.Textbox
    model: gr.Dropdown
    go_on: gr.Button
    edited: gr.Code
    check: gr.Button


def build_change_tab() -> ChangeFields:
    """Put the fields into the tab that is being built."""
    gr.Markdown("### Say what should be different")
    wish = gr.Textbox("", label="What should be different?", placeholder="Ignore empty lines.", lines=2, elem_id="wish")
    model = gr.Dropdown([(SAME, SAME), DEMO], value=SAME, label="Model for the change", filterable=False)
    go_on = gr.Button("Change it like this", variant="primary")
    gr.Markdown("### Or edit it by hand\nIt is tested and checked as before, without a model.")
    edited = gr.Code(label="The program, to edit", interactive=True, wrap_lines=True, elem_id="edited")
    return ChangeFields(wish, model, go_on, edited, gr.Button("Check my version"))


def changed_in_words(services: Services, run_id: str, wish: str, model: str) -> Asked:
    """The request, with the run's files, that goes on from the run `run_id` with one more wish.

    Raises `BadTask`, `ModelUnavailable` and `StorageError`.
    """
    if not wish.strip():
        raise BadTask("There is nothing to change yet.", "Say in plain words what should be different.")
    request = going_on(run_id, services.following.snapshot(run_id).report, [wish.strip()])
    if model != SAME:
        request = replace(request, model=fetched(model), test_model=model)
    return request, services.store.inputs(run_id)


def changed_by_hand(services: Services, run_id: str, code: str) -> Asked:
    """The request that checks `code` in place of the program of `run_id`, with its files.

    Raises `BadTask` and `StorageError`.
    """
    report = services.following.snapshot(run_id).report
    edited = report.language.edited(report.chosen.candidate, code) if report.language and report.chosen else None
    return going_on(run_id, report, edited=edited), services.store.inputs(run_id)
