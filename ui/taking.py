"""The tab in which a program is taken home, in three ways: one HTML file, a folder with starters, or just the file."""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable, Iterator
from contextvars import copy_context
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import gradio as gr
from gradio.components import Component

from agent.handover import file_name
from agent.report import Report
from cancel import Cancel
from engines.one_file import Made, make_one_file, why_not
from errors import AssayError
from message import say
from sandbox.base import Announce
from ui.exports import export_all, write_file
from ui.handing import Handing, build_handing, saved_by, wire_handing
from ui.look import HIDDEN, UNSEEN, Updates, build_html
from ui.problems import problem_html
from ui.services import Services
from ui.templating import render

PROGRAM = say("The program")
ENDING = ".html"
MILLION = 1_000_000

BROKEN = AssayError(say("Something broke while the file was made."), say("Try it again."))

T = TypeVar("T")
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class TakingFields:
    """The fields of the tab. `make` has the one file made, and `page` downloads it then."""

    browser: gr.HTML
    make: gr.Button
    page: gr.DownloadButton
    made: gr.HTML
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
        none: Updates = {self.make: gr.Button(visible=False), self.page: gr.DownloadButton(visible=False)}
        none |= {self.program: gr.DownloadButton(interactive=False), self.everything: gr.Button(interactive=False)}
        return none | self.handing.nothing

    def fitted(self, report: Report, run_id: str, title: str, downloads: Path, store: Path) -> Updates:
        """What can be done about the one file of this program, which may have been made before.

        What it needs is fetched into `store`.
        """
        reason = why_not(report)
        place = downloads / run_id / f"{file_name(title)}{ENDING}"
        is_made = not reason and place.is_file()
        return {
            self.browser: render("browser_way", reason=reason, **_to_fetch(report, store)),
            self.make: gr.Button(visible=not reason and not is_made, interactive=True),
            self.page: gr.DownloadButton(value=str(place) if is_made else None, visible=is_made),
            self.made: "",
        }


def build_taking() -> TakingFields:
    """Put the fields into the tab that is being built."""
    with gr.Column(elem_id="browser-way", elem_classes="way"):
        browser = build_html("browser")
        with gr.Row():
            make = gr.Button(say("Make it"), variant="primary", elem_id="make-page", visible=False)
            page = gr.DownloadButton(
                say("Download the page"), variant="primary", elem_id="download-page", visible=False
            )
        made = build_html("made", live=True)
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
    return TakingFields(
        browser, make, page, made, everything, handing, how_folder, program, how, name, keep, kept, code
    )


AS_A_PROGRAM = say(
    "A folder with all of it: the program and what starts it by a double-click on Windows, macOS and Linux, its tests, "
    "what came out of them, and the report."
)
ONLY_THE_FILE = say("The program alone, for who has Python already and knows how to use it.")


def _to_fetch(report: Report, store: Path) -> dict[str, object]:
    """What is fetched first: how many megabytes of the language itself, and which packages; as far as it is known."""
    one_file, chosen = report.language.one_file if report.language else None, report.chosen
    if one_file is None or chosen is None:
        return {"fetches": 0, "packages": "", "may_need_more": False}
    is_here = one_file.is_here(store)
    return {
        "fetches": 0 if is_here else one_file.size // MILLION,
        "packages": ", ".join(one_file.lacks(store, chosen.candidate, report.needs)),
        "may_need_more": not is_here and bool(report.needs.pins),
    }


def wire_taking(services: Services, run_id: gr.Textbox, fields: TakingFields) -> None:
    """Have the button make the one file, telling what is being done."""

    def make(run: str, title: str) -> Iterator[Updates]:
        yield {fields.make: gr.Button(interactive=False), fields.made: _said(say("Starting"))}
        try:
            for said in announced(lambda announce: _made(services, run, title, announce)):
                if isinstance(said, str):
                    yield {fields.made: _said(said)}
                else:
                    yield _ready(services, run, title, said, fields)
        except AssayError as problem:
            yield {fields.make: gr.Button(interactive=True), fields.made: problem_html(problem)}
        except Exception:
            log.exception("making the one file of %s broke", run)
            yield {fields.make: gr.Button(interactive=True), fields.made: problem_html(BROKEN)}

    outputs = [fields.make, fields.page, fields.made]
    fields.make.click(make, [run_id, fields.name], outputs, concurrency_limit=2, **HIDDEN)
    _wire_everything(services, run_id, fields)


def _wire_everything(services: Services, run_id: gr.Textbox, fields: TakingFields) -> None:
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


def _made(services: Services, run_id: str, title: str, announce: Announce) -> Made:
    report = services.following.snapshot(run_id).report
    inputs = services.store.inputs(run_id)
    store = services.settings.browser_parts
    return make_one_file(report, title, inputs, services.sandboxes, store, Cancel(), announce)


def _ready(services: Services, run_id: str, title: str, made: Made, fields: TakingFields) -> Updates:
    path = write_file(services.downloads / run_id, f"{file_name(title)}{ENDING}", made.content)
    return {
        fields.make: gr.Button(visible=False),
        fields.page: gr.DownloadButton(value=path, visible=True),
        fields.made: render("made", made=made),
    }


def _said(text: str) -> str:
    return render("made", made=None, text=text)


def announced(work: Callable[[Announce], T]) -> Iterator[str | T]:
    """What `work` announces while it goes on in a thread of its own, then what it returns, or raises."""
    said: queue.SimpleQueue[str | None] = queue.SimpleQueue()
    results: list[T] = []
    errors: list[Exception] = []

    def go() -> None:
        try:
            results.append(work(said.put))
        except Exception as error:
            errors.append(error)
        finally:
            said.put(None)

    # In the context of who asked, whose language it is that the file speaks.
    threading.Thread(target=copy_context().run, args=[go], name="making", daemon=True).start()
    yield from iter(said.get, None)
    if errors:
        raise errors[0]
    yield results[0]
