"""The tab in which a program is taken home, in two ways: a folder with starters, or just the file."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TypeVar

import gradio as gr
from gradio.components import Component

from errors import AssayError
from message import say
from ui.base.look import UNSEEN, Updates, build_html
from ui.base.problems import problem_html
from ui.base.templating import render
from ui.live.services import Services
from ui.telling.exports import export_all
from ui.telling.handing import Handing, build_handing, saved_by, wire_handing

PROGRAM = say("The program")
ENDING = ".html"
MILLION = 1_000_000

BROKEN = AssayError(say("Something broke while the file was made."), say("Try it again."))

T = TypeVar("T")
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class TakingFields:
    """The fields of the tab."""

    everything: gr.Button
    handing: Handing
    how_folder: gr.HTML
    program: gr.DownloadButton
    how: gr.HTML
    name: gr.Textbox
    keep: gr.Button
    kept: gr.HTML
    code: gr.Code

    @property
    def outputs(self) -> list[Component]:
        """Everything that these can change."""
        own = [getattr(self, name) for name in self.__slots__ if name != "handing"]
        return [*own, *self.handing.outputs]

    @property
    def started(self) -> Updates:
        """Nothing can be taken yet."""
        none: Updates = {
            self.program: gr.DownloadButton(interactive=False),
            self.everything: gr.Button(interactive=False),
        }
        return none | self.handing.nothing


def build_taking() -> TakingFields:
    """Put the fields into the tab that is being built."""
    with gr.Column(elem_id="folder-way", elem_classes="way"):
        build_html("folder", lambda: render("way", title=say("As a program"), text=AS_A_PROGRAM))
        everything = gr.Button(say("Download everything (zip)"), variant="primary", elem_id="download-everything")
        handing = build_handing("handing-everything")
        how_folder = build_html("how-folder")
    with gr.Column(elem_id="file-way", elem_classes="way"):
        build_html("file", lambda: render("way", title=say("Only the file"), text=ONLY_THE_FILE))
        program = gr.DownloadButton(say("Download the program"), elem_id="download-program")
        how = build_html("how")
    with gr.Row(elem_id="keeping"):
        name = gr.Textbox(
            "", label=say("Its name among “My programs”"), max_lines=1, elem_id="name", scale=3, min_width=200
        )
        keep = gr.Button(say("Keep it"), elem_id="keep", min_width=120)
    kept = build_html("kept", live=True)
    code = gr.Code(label=PROGRAM, interactive=False, wrap_lines=True, elem_id="code")
    return TakingFields(everything, handing, how_folder, program, how, name, keep, kept, code)


AS_A_PROGRAM = say(
    "A folder with all of it: the program and what starts it by a double-click on Windows, macOS and Linux, its tests, "
    "what came out of them, and the report."
)
ONLY_THE_FILE = say("The program alone, for who has Python already and knows how to use it.")


def wire_taking(services: Services, run_id: gr.Textbox, fields: TakingFields) -> None:
    """Have the zip of everything made, after asking whether the person's files go along."""
    handing = fields.handing

    def make(about: str, with_files: bool) -> str:
        run, _, title = about.partition(" ")
        return exported(services, run, title, with_files)

    def begin(run: str, title: str) -> Updates:
        try:
            return handing.begun(services, run, f"{run} {title}", make, title)
        except AssayError as problem:
            return {handing.asked: problem_html(problem), handing.export: None}

    saved_by(fields.everything.click(begin, [run_id, fields.name], handing.outputs, **UNSEEN), handing)
    wire_handing(handing, make)


def exported(services: Services, run_id: str, title: str, with_files: bool) -> str:
    """The path of a zip of all that is told of a run. Raises `StorageError`."""
    return export_all(services.following.snapshot(run_id), services.downloads, title, with_files)
