"""A run is shown: one that is there, or one that begins."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import gradio as gr

from errors import AssayError
from ui.base.look import SHOW_IN_ADDRESS, Updates
from ui.base.problems import NO_PROBLEM, problem_html
from ui.form.files import Asked
from ui.live.services import Services
from ui.run.view import RunView


def opened(services: Services, view: RunView, run_id: str) -> Updates:
    """The run `run_id` in place of the one that is shown."""
    return {view.problem: NO_PROBLEM, view.run_id: run_id, **view.show(services, run_id, {})}


def start(services: Services, view: RunView, asked: Callable[[], Asked], in_use: str = "") -> Updates:
    """Start a run and show it, or say why it can't be started. The program of the run `in_use` stays in use."""
    try:
        run_id = services.engine.start(*asked())
    except AssayError as problem:
        return {view.problem: problem_html(problem)}
    return {view.run_id: run_id, **view.show(services, run_id, {}, in_use)}


def show_in_address(done: Any, run_id: gr.Textbox, drafts: Sequence[str] = ()) -> None:
    """After the event `done`, put the run into the address bar; if it is another one, it was made of these drafts."""
    script = SHOW_IN_ADDRESS.replace("DRAFTS", json.dumps(drafts))
    done.then(None, run_id, None, js=script, api_visibility="private")
