"""Using a program with own input, in the sandbox, on copies."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import quote

import gradio as gr
from gradio.components import Component

from agent.errors import BadTask
from agent.handover import guide_of
from agent.report import Report
from cancel import Cancel
from engines.conversations import Talk
from engines.tryout import Tryout, TryResult
from errors import AssayError
from languages.guide import ProgramGuide
from message import joined, say, say_count
from translation import here
from ui.base.look import ACTIONS, HIDDEN, UNSEEN, Updates, build_html, fold
from ui.base.problems import problem_html
from ui.base.templating import render
from ui.form.changing import build_model_for_change
from ui.live.services import Services
from ui.telling.exports import export_files
from ui.telling.outcome import started_html
from ui.using.result import RESULT_ANSWERS
from ui.using.slots import SlotFields, brought_to, build_slots, fitted, outputs_of
from ui.using.talk import ANSWER_NEXT, TalkFields, build_talk, said_html, wire_talk
from ui.using.uses import note_use
from wording import printable

PLACEHOLDER = "what_to_call(1, 2)"
MOST_OFFERS = 20
ADDRESS = "gradio_api/file="
"""Where Gradio gives out what lies in the folder for downloads; without a root, as the page may lie below one."""
# Who says that it isn't right goes on in the field below, which asks what is wrong.
SAYS_NO = """
element.addEventListener('click', (event) => {
  if (event.target.closest('[data-part="no"]')) document.querySelector('#wrong textarea')?.focus();
});
"""
START, OPEN = say("Start it"), say("Open the window")


@dataclass(frozen=True, slots=True)
class Left:
    """A file that came out: its path, what it is called without folders, the address that gives it out, its size."""

    path: str
    name: str
    address: str
    size: str


@dataclass(frozen=True, slots=True)
class TryFields:
    """The fields. `starting` and `calling` are the two halves, each there where the program can be used so; `slots` and
    `more` are what only some of them take. What came of the run itself stands in the `result` until one is started."""

    starting: gr.Column
    slots: tuple[SlotFields, ...]
    more: gr.Column
    arguments: gr.Textbox
    start: gr.Button
    result: gr.HTML
    talking: TalkFields
    started: gr.HTML
    brought: gr.HTML
    wrong: gr.Textbox
    model: gr.HTML
    fix: gr.Button
    calling: gr.Column
    offered: gr.HTML
    expression: gr.Textbox
    call: gr.Button
    said: gr.Textbox
    files: gr.HTML
    archive: gr.DownloadButton

    @property
    def outputs(self) -> list[Component]:
        """Everything that these can change."""
        others = ("call", "talking", "slots", "result", "model")
        own = [getattr(self, name) for name in self.__slots__ if name not in others]
        return [*own, *self.talking.outputs, *outputs_of(self.slots)]

    @property
    def dropped(self) -> list[Component]:
        """What a person drops files onto."""
        return [one.dropped for one in self.slots]

    @property
    def emptied(self) -> Updates:
        """Nothing is left of what came out before."""
        nothing = {**self.talking.quiet, self.start: gr.Button(interactive=True), self.started: "", self.said: ""}
        return {**nothing, self.brought: "", **self.with_files((), None)}

    def fitted(self, report: Report) -> Updates:
        """Empty, and opened at what this program is for."""
        guide = guide_of(report)
        opens = bool(guide and guide.window)
        return {
            **self.emptied,
            **dict.fromkeys((self.arguments, self.wrong), ""),
            **fitted(self.slots, report),  # what was dropped for another program isn't for this one
            self.start: gr.Button(here().text(OPEN if opens else START), interactive=True),
            self.starting: gr.Column(visible=_starts(guide)),
            self.more: gr.Column(visible=guide is None or guide.words),
            **self._offering(report, guide),
        }

    def _offering(self, report: Report, guide: ProgramGuide | None) -> Updates:
        """What it offers to be called, with a call that its tests know."""
        offers, kind = guide.offers if guide else (), report.brief.kind if report.brief else "function"
        placeholder = offers[0].signature if offers else PLACEHOLDER
        return {
            self.calling: gr.Column(visible=not _starts(guide) or (kind == "function" and bool(offers))),
            self.offered: render("offered", offers=offers[:MOST_OFFERS]),
            self.expression: gr.Textbox(guide.example if guide else "", placeholder=placeholder),
        }

    def with_files(self, files: Sequence[Left], archive: str | None) -> Updates:
        """What came out, to be downloaded."""
        return {
            self.files: render("left", files=files),
            self.archive: gr.DownloadButton(value=archive, visible=len(files) > 1),
        }


def build_try_tab(services: Services, run_id: gr.Textbox) -> TryFields:
    """Put the fields into the column that is being built."""
    with gr.Column(elem_id="try-starting") as begins:
        with gr.Column(elem_id="slots"):
            slots = build_slots()
        start = gr.Button(START, variant="primary", elem_id="try-start")
        with gr.Column() as more, fold(say("More"), "try-more"):
            arguments = gr.Textbox("", label=say("Words after its name (arguments)"), placeholder="input.csv --verbose")
        talking = build_talk()
        started = build_html("started")
    # Not in what is hidden for programs that are only called: Gradio draws a chip anew there, without its options.
    with gr.Column(elem_id="fixing"):
        brought = build_html("brought", live=True, script=ACTIONS + SAYS_NO)
        wrong = gr.Textbox("", label=say("What is wrong? Say it, if you like"), lines=2, elem_id="wrong")
        with gr.Row(elem_id="fixing-foot"):
            model = build_model_for_change("fix-model")
            fix = gr.Button(say("Fix it for these files"), elem_id="fix")
    result = build_html("result", live=True, script=RESULT_ANSWERS)
    with gr.Column(elem_id="try-calling") as calling:
        offered = build_html("try-offered", script=ACTIONS)
        expression = gr.Textbox("", label=say("Call"), placeholder=PLACEHOLDER, elem_id="try-call")
        call = gr.Button(say("Call it"), variant="primary")
        said = gr.Textbox(
            "", label=say("What came out"), lines=2, max_lines=25, interactive=False, elem_id="try-result"
        )
    files = build_html("try-out")
    archive = gr.DownloadButton(say("All of them as a zip"), visible=False)
    starting = (begins, slots, more, arguments, start, result, talking, started)
    fixed = (brought, wrong, model, fix)
    fields = TryFields(*starting, *fixed, calling, offered, expression, call, said, files, archive)
    _wire(services, run_id, fields)
    return fields


def _wire(services: Services, run_id: gr.Textbox, fields: TryFields) -> None:
    def do_call(run: str, expression: str) -> Updates:
        return _called(services, run, fields, expression)

    settings: dict[str, Any] = {"api_visibility": "private"}
    calling = [fields.call.click, fields.expression.submit]
    outputs = [
        fields.started,
        fields.said,
        fields.brought,
        fields.wrong,
        fields.fix,
        fields.files,
        fields.archive,
        fields.start,
        *fields.talking.outputs,
    ]
    fields.offered.click(_offer_picked, None, fields.expression, **UNSEEN)
    gr.on(calling, do_call, [run_id, fields.expression], outputs, show_progress_on=fields.said, **settings)

    def do_start(run: str, arguments: str, *dropped: Any) -> Updates:
        try:
            program, report = _program(services, run)
            guide = guide_of(report)
            opens = bool(guide and guide.window)
            words, given = _words(arguments), brought_to(report, dropped)
            program = replace(program, places=given.places)
            name = services.conversations.start(partial(program.window if opens else program.talk, given.files, words))
        except AssayError as problem:
            return fields.emptied | {fields.started: problem_html(problem)}
        begun = fields.talking.begun(name, run, len(given.files), opens, guide is None or guide.asks)
        return fields.emptied | begun | {fields.start: gr.Button(interactive=False)}

    def ended(talk: Talk, brought: int, run: str) -> Updates:
        result = talk.result
        if result is None or not result.outcome.starts:
            refused = problem_html(AssayError(result.problem)) if result else ""
            return fields.emptied | {fields.started: said_html(talk) + refused}
        note_use(services.store, run, result)
        came = started_html(result.outcome, made_of=result.made_of, unopened=result.unopened)
        shown = {fields.started: came} | _fixing(fields, result, brought)
        return fields.emptied | fields.with_files(*_exported(services, result)) | shown

    inputs = [run_id, fields.arguments, *fields.dropped]
    begun = fields.start.click(do_start, inputs, outputs, **HIDDEN)
    begun.then(None, None, None, js=ANSWER_NEXT, **settings)
    wire_talk(services, fields.talking, ended, outputs)


def _fixing(fields: TryFields, result: TryResult, brought: int) -> Updates:
    """What is offered for so many files that were brought, loudly where they differ or it doesn't work with them."""
    if not brought:
        return {fields.brought: ""}
    label = here().text(say_count("Fix it for this file", "Fix it for these files", brought))
    said = {fields.wrong: " ".join(map(here().text, result.news))} if result.news else {}
    return said | {
        fields.brought: render("brought", result=result, many=brought),
        fields.fix: gr.Button(label, variant="primary" if result.news or result.problem else "secondary"),
    }


def _words(arguments: str) -> list[str]:
    try:
        return shlex.split(arguments)
    except ValueError:
        raise BadTask(
            say("A quotation mark in the arguments isn't closed."), say("Close it, then start it again.")
        ) from None


def _starts(guide: ProgramGuide | None) -> bool:
    return guide is None or guide.starts


def _offer_picked(event: gr.EventData) -> str:
    return str(getattr(event, "action", ""))


def _program(services: Services, run_id: str) -> tuple[Tryout, Report]:
    """What the run handed over, and all that is known of it. Raises `BadTask` where there is none, and
    `StorageError`."""
    report = services.following.snapshot(run_id).report
    if not (report.chosen and report.request and report.language):
        raise BadTask(say("There is no program to try."), say("Start a run, and try what comes of it."))
    inputs = services.store.inputs(run_id)
    program = Tryout(report.language, report.chosen.candidate, services.sandboxes, inputs, report.packages)
    return program, report


def _called(services: Services, run_id: str, fields: TryFields, expression: str) -> Updates:
    try:
        program, _ = _program(services, run_id)
        result = program.call(expression, Cancel())
    except AssayError as problem:
        return fields.emptied | {fields.said: joined("\n", (problem.message, problem.advice))}
    return fields.emptied | {fields.said: _said(result)} | fields.with_files(*_exported(services, result))


def _exported(services: Services, result: TryResult) -> tuple[Sequence[Left], str | None]:
    if not result.files:
        return (), None
    places, archive = export_files(result.files, services.downloads)
    return [
        _left(path, place, len(result.files[path])) for path, place in zip(result.files, places, strict=True)
    ], archive


def _left(path: str, place: str, size: int) -> Left:
    return Left(path, PurePosixPath(path).name, f"{ADDRESS}{quote(place)}", here().size(size))


def _said(result: TryResult) -> str:
    parts = [result.printed.rstrip(), result.value, result.problem]
    return printable(here().text(joined("\n\n", parts))) or say("It ran to its end and said nothing.")
