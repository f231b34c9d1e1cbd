"""Trying a program with own input, in the sandbox."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import gradio as gr

from agent.types import Request
from cancel import Cancel
from engines.tryout import Tryout, TryResult
from errors import AssayError
from ui.exports import export_files
from ui.run_view import Updates
from ui.services import Services
from wording import printable


@dataclass(frozen=True, slots=True)
class _Outcome:
    """Where the result of a try is shown."""

    said: gr.Textbox
    files: gr.DownloadButton


def build_try_tab(services: Services, run_id: gr.Textbox) -> None:
    """Put the fields into the tab that is being built."""
    with gr.Tabs():
        with gr.Tab("Call a function"):
            expression = gr.Textbox("", label="Call", placeholder='word_counts("red blue red")', elem_id="try-call")
            call = gr.Button("Call it", variant="primary")
        with gr.Tab("Run as a script"):
            stdin = gr.Textbox("", label="Text that it reads from standard input", lines=4)
            arguments = gr.Textbox("", label="Arguments", placeholder="input.csv --verbose")
            uploads = gr.File(label="Files beside it", file_count="multiple", height=140)
            start = gr.Button("Run it", variant="primary")
    said = gr.Textbox("", label="What came out", lines=6, max_lines=25, interactive=False, elem_id="try-result")
    files = gr.DownloadButton("Files that it wrote", visible=False)
    _wire(services, run_id, _Outcome(said, files), (expression, call), (stdin, arguments, uploads, start))


def _wire(
    services: Services,
    run_id: gr.Textbox,
    outcome: _Outcome,
    calling: tuple[gr.Textbox, gr.Button],
    running: tuple[gr.Textbox, gr.Textbox, gr.File, gr.Button],
) -> None:
    def do_call(run: str, expression: str) -> Updates:
        return _tried(services, run, outcome, lambda program: program.call(expression, Cancel()))

    def do_run(run: str, stdin: str, arguments: str, files: list[str] | None) -> Updates:
        return _tried(services, run, outcome, lambda program: _start(program, stdin, arguments, files))

    outputs = [outcome.said, outcome.files]
    expression, call = calling
    gr.on(
        [call.click, expression.submit],
        do_call,
        [run_id, expression],
        outputs,
        api_visibility="private",
        show_progress_on=outcome.said,
    )
    stdin, words, uploads, start = running
    start.click(
        do_run, [run_id, stdin, words, uploads], outputs, api_visibility="private", show_progress_on=outcome.said
    )


def _start(program: Tryout, stdin: str, arguments: str, uploads: list[str] | None) -> TryResult:
    try:
        words = shlex.split(arguments)
    except ValueError:
        return TryResult(problem="A quotation mark in the arguments isn't closed.")
    files = {Path(upload).name: Path(upload).read_bytes() for upload in uploads or ()}
    return program.start(stdin.splitlines(), files, words, Cancel())


def _tried(services: Services, run_id: str, outcome: _Outcome, attempt: Callable[[Tryout], TryResult]) -> Updates:
    try:
        report = services.following.snapshot(run_id).report
        if not (report.chosen and report.request and report.language):
            return {outcome.said: "There is no program to try."}
        recorded, inputs = _is_recorded(report.request), services.store.inputs(run_id)
        result = attempt(Tryout(report.language, report.chosen.candidate, services.sandboxes, recorded, inputs))
    except AssayError as problem:
        return {outcome.said: f"{problem.message}\n{problem.advice}".strip()}
    archive = export_files(result.files, services.downloads) if result.files else None
    return {outcome.said: _said(result), outcome.files: gr.DownloadButton(value=archive, visible=bool(archive))}


def _is_recorded(request: Request) -> bool:
    """True for the demo's own programs; what somebody edited isn't one any more."""
    return {request.model, request.test_model} == {"demo"} and request.earlier is None


def _said(result: TryResult) -> str:
    parts = [result.printed.rstrip(), result.value, result.problem]
    return printable("\n\n".join(part for part in parts if part)) or "It ran to its end and said nothing."
