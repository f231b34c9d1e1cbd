"""The box below a program that somebody shared: from its task, which may be changed, a model writes tests here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import gradio as gr
from gradio.components import Component

from agent.inputs import Given, read_inputs
from agent.report import Report
from agent.request import said_in, trying_here
from message import say
from ui.base.chip import build_chip
from ui.base.look import Updates, build_text
from ui.form.changing import by_model
from ui.form.files import Asked, build_upload
from ui.form.form import ALONE, MODEL
from ui.live.services import Services

WRITE = say("Have tests written here")


@dataclass(frozen=True, slots=True)
class AnewFields:
    """The fields. The style sheet shows them where the tests of the run that is shown came along."""

    task: gr.Textbox
    own: gr.File
    model: gr.HTML
    write: gr.Button

    @property
    def inputs(self) -> list[Component]:
        """What `asked_anew` takes, after the run."""
        return [self.task, self.own, self.model]

    def fitted(self, report: Report) -> Updates:
        """With the task of the run that is shown, and all that was wished since."""
        return {self.task: said_in(report.request) if report.request and report.came_along else "", self.own: None}


def build_anew_box() -> AnewFields:
    """Put the box into the column that is being built."""
    with gr.Column(elem_id="anew"):
        build_text(
            say(
                "Read what it was made for, and change it until it says what you mean. A model that you pick then "
                "writes a plan and tests from these words alone, and the program is held against them, and mended if "
                "it fails."
            )
        )
        task = gr.Textbox(
            "", label=say("The task that came with it"), lines=2, max_lines=12, elem_id="anew-task", interactive=True
        )
        with gr.Row(elem_id="anew-foot"):
            own = build_upload(say("Files of your own that it has to work with"), "anew-files")
            model = build_chip("anew-model", MODEL, [ALONE], ALONE.options[0].value)
            write = gr.Button(WRITE, variant="primary", elem_id="write-tests", min_width=120)
    return AnewFields(task, own, model, write)


def asked_anew(services: Services, run_id: str, task: str, dropped: Sequence[Given], model: str) -> Asked:
    """The request that has tests written for the program of `run_id`, with the files that came with it and those that
    were dropped, which replace others of their names.

    Raises `BadTask`, `BadFiles`, `ModelUnavailable` and `StorageError`.
    """
    report, came = services.following.snapshot(run_id).report, services.store.inputs(run_id)
    own = read_inputs(dropped or [], task, report.request.language).files if report.request else {}
    return by_model(trying_here(run_id, report, task, own), model), {**came, **own}
