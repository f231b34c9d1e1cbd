"""Trying a program with own input, in the sandbox, on copies."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import gradio as gr
from gradio.components import Component

from agent.errors import BadTask
from agent.handover import guide_of
from agent.inputs import Given, read_inputs
from agent.report import Report
from agent.types import Request
from cancel import Cancel
from engines.tryout import Tryout, TryResult
from errors import AssayError
from message import say
from ui.exports import export_files
from ui.files import build_upload
from ui.look import Updates, build_html
from ui.outcome import started_html
from ui.problems import problem_html
from ui.services import Services
from ui.templating import render
from wording import printable

PLACEHOLDER = "what_to_call(1, 2)"


@dataclass(frozen=True, slots=True)
class TryFields:
    """The fields of the tab. `kinds` are its two halves: starting a program, and calling what it offers."""

    kinds: gr.Tabs
    typed: gr.Textbox
    uploads: gr.File
    beside: gr.HTML
    arguments: gr.Textbox
    start: gr.Button
    started: gr.HTML
    fixing: gr.Column
    wrong: gr.Textbox
    fix: gr.Button
    expression: gr.Textbox
    call: gr.Button
    said: gr.Textbox
    files: gr.File
    archive: gr.DownloadButton

    @property
    def outputs(self) -> list[Component]:
        """Everything that these can change; not what was dropped, of which Gradio would then forget how it is read."""
        return [getattr(self, name) for name in self.__slots__ if name not in ("call", "start", "uploads", "fix")]

    @property
    def emptied(self) -> Updates:
        """Nothing is left of what came out before."""
        hidden: Updates = {self.fixing: gr.Column(visible=False)}
        return {self.started: "", self.said: "", **hidden, **self.with_files((), None)}

    def fitted(self, report: Report) -> Updates:
        """Empty, and opened at what this program is for."""
        guide = guide_of(report)
        offers = guide.offers if guide else ()
        return {
            **self.emptied,
            **dict.fromkeys((self.typed, self.arguments, self.wrong), ""),
            self.beside: render("beside", files=report.request.files if report.request else ()),
            self.kinds: gr.Tabs(selected="start" if guide and guide.starts else "call"),
            self.expression: gr.Textbox("", placeholder=offers[0].signature if offers else PLACEHOLDER),
        }

    def with_files(self, files: Sequence[str], archive: str | None) -> Updates:
        """What came out, to be downloaded."""
        return {
            self.files: gr.File(value=list(files) or None, visible=bool(files)),
            self.archive: gr.DownloadButton(value=archive, visible=len(files) > 1),
        }


def build_try_tab(services: Services, run_id: gr.Textbox) -> TryFields:
    """Put the fields into the tab that is being built."""
    with gr.Tabs(elem_id="try-kinds") as kinds:
        with gr.Tab(say("Start it"), id="start"):
            typed = gr.Textbox(
                "", label=say("What you would type, a line each"), lines=3, max_lines=12, elem_id="try-typed"
            )
            uploads = build_upload(say("Files beside it: drop them here, a folder as a zip"), "try-files")
            beside = build_html("try-beside")
            with gr.Accordion(say("More"), open=False):
                arguments = gr.Textbox(
                    "", label=say("Words after its name (arguments)"), placeholder="input.csv --verbose"
                )
            start = gr.Button(say("Start it"), variant="primary", elem_id="try-start")
            started = build_html("started")
            with gr.Column(visible=False, elem_id="fixing") as fixing:
                wrong = gr.Textbox(
                    "", label=say("Not right for these files? Say what is wrong, if you like"), lines=2, elem_id="wrong"
                )
                fix = gr.Button(say("Fix it for these files"), elem_id="fix")
        with gr.Tab(say("Call a function"), id="call"):
            expression = gr.Textbox("", label=say("Call"), placeholder=PLACEHOLDER, elem_id="try-call")
            call = gr.Button(say("Call it"), variant="primary")
            said = gr.Textbox(
                "", label=say("What came out"), lines=6, max_lines=25, interactive=False, elem_id="try-result"
            )
    files = gr.File(
        label=say("The files that came out"), elem_id="try-out", visible=False, interactive=False, file_count="multiple"
    )
    archive = gr.DownloadButton(say("All of them as a zip"), visible=False)
    starting = (typed, uploads, beside, arguments, start, started, fixing, wrong, fix)
    fields = TryFields(kinds, *starting, expression, call, said, files, archive)
    _wire(services, run_id, fields)
    return fields


def _wire(services: Services, run_id: gr.Textbox, fields: TryFields) -> None:
    def do_call(run: str, expression: str) -> Updates:
        return _tried(services, run, fields, lambda program, _: program.call(expression, Cancel()), as_call=True)

    def do_start(run: str, typed: str, arguments: str, uploads: Any) -> Updates:
        tried = _tried(
            services, run, fields, lambda program, request: _start(program, request, typed, arguments, uploads)
        )
        return tried | {fields.fixing: gr.Column(visible=bool(uploads))}

    settings: dict[str, Any] = {"api_visibility": "private"}
    calling = [fields.call.click, fields.expression.submit]
    outputs = [fields.started, fields.said, fields.fixing, fields.files, fields.archive]
    gr.on(calling, do_call, [run_id, fields.expression], outputs, show_progress_on=fields.said, **settings)
    inputs = [run_id, fields.typed, fields.arguments, fields.uploads]
    fields.start.click(do_start, inputs, outputs, show_progress_on=fields.started, **settings)


def _start(program: Tryout, request: Request, typed: str, arguments: str, uploads: Sequence[Given]) -> TryResult:
    try:
        words = shlex.split(arguments)
    except ValueError:
        raise BadTask(
            say("A quotation mark in the arguments isn't closed."), say("Close it, then start it again.")
        ) from None
    files = read_inputs(uploads, request.task, request.language).files
    return program.start(typed.splitlines(), files, words, Cancel())


def _tried(
    services: Services,
    run_id: str,
    fields: TryFields,
    attempt: Callable[[Tryout, Request], TryResult],
    as_call: bool = False,
) -> Updates:
    try:
        report = services.following.snapshot(run_id).report
        if not (report.chosen and report.request and report.language):
            raise BadTask(say("There is no program to try."), say("Start a run, and try what comes of it."))
        recorded, inputs = _is_recorded(report.request), services.store.inputs(run_id)
        program = Tryout(
            report.language, report.chosen.candidate, services.sandboxes, recorded, inputs, report.packages
        )
        result = attempt(program, report.request)
    except AssayError as problem:
        said = {fields.said: f"{problem.message}\n{problem.advice}".strip()}
        return fields.emptied | (said if as_call else {fields.started: problem_html(problem)})
    shown = {fields.said: _said(result)} if as_call else {fields.started: started_html(result.outcome)}
    return fields.emptied | shown | fields.with_files(*_exported(services, result))


def _exported(services: Services, result: TryResult) -> tuple[Sequence[str], str | None]:
    if not result.files:
        return (), None
    return export_files(result.files, services.downloads)


def _is_recorded(request: Request) -> bool:
    """True for the demo's own programs; what somebody edited isn't one any more."""
    return {request.model, request.test_model} == {"demo"} and request.earlier is None


def _said(result: TryResult) -> str:
    parts = [result.printed.rstrip(), result.value, result.problem]
    return printable("\n\n".join(part for part in parts if part)) or say("It ran to its end and said nothing.")
