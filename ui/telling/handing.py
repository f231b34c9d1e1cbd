"""What is given to others: whoever has files of their own is asked first whether these, or lines of them, go along."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import gradio as gr
from gradio.components import Component

from agent.without_files import still_quoted
from errors import AssayError
from ui.base.look import CHANGED_IN_SIGHT, DOWNLOAD, RUN_CLICKS, UNSEEN, Updates, build_html
from ui.base.problems import problem_html
from ui.base.templating import render
from ui.live.services import Services

THOUSAND, MILLION = 1_000, 1_000_000
MOST_NAMED, MOST_QUOTED = 5, 30

Make = Callable[[str, bool], str]
"""Makes the file about something, with the person's files or without, and gives its path. Raises `AssayError`."""


@dataclass(frozen=True, slots=True)
class Handing:
    """Where it is asked, and from where the file is then saved. In the file are either the `files` themselves, or lines
    of them."""

    name: str
    files: bool
    asked: gr.HTML
    export: gr.DownloadButton

    @property
    def outputs(self) -> list[Component]:
        """Everything that it can change."""
        return [self.asked, self.export]

    @property
    def nothing(self) -> Updates:
        """Nothing is asked, and nothing is saved."""
        return {self.asked: "", self.export: None}

    def begun(self, services: Services, run_id: str, about: str, make: Make, name: str = "") -> Updates:
        """The file, where the run `run_id` was given none; else the question, of a program of this `name`.

        Raises as `make`, and `StorageError`.
        """
        files = services.store.inputs(run_id)
        if not files:
            return {self.asked: "", self.export: make(about, True)}
        report = services.following.snapshot(run_id).report
        asked = render(
            "handing",
            place=self.name,
            about=about,
            files=self.files,
            names=list(files),
            size=_size(sum(map(len, files.values()))),
            quoted=still_quoted(report, files, name),
            named=MOST_NAMED,
            most=MOST_QUOTED,
        )
        return {self.asked: asked, self.export: None}


def _size(count: int) -> str:
    return f"{count / MILLION:.1f} MB" if count >= MILLION else f"{max(1, round(count / THOUSAND))} kB"


def build_handing(name: str, files: bool = False) -> Handing:
    """Put the place for the question into what is being built."""
    asked = build_html(name, script=RUN_CLICKS + CHANGED_IN_SIGHT)
    return Handing(name, files, asked, gr.DownloadButton(visible=False))


def wire_handing(handing: Handing, make: Make) -> None:
    """Have the answers to the question make the file."""

    def answered(event: gr.EventData) -> Updates:
        action, about = getattr(event, "action", ""), getattr(event, "run", "")
        if action not in ("with", "without"):
            return handing.nothing
        try:
            path = make(about, action == "with")
        except AssayError as problem:
            return {handing.asked: problem_html(problem), handing.export: None}
        return {handing.asked: render("handed", with_files=action == "with"), handing.export: path}

    saved_by(handing.asked.click(answered, None, handing.outputs, **UNSEEN), handing)


def saved_by(done: gr.events.Dependency, handing: Handing) -> None:
    """After the event `done`, save the file: it is made by the click, so only then there is an address of it."""
    done.then(None, handing.export, None, js=DOWNLOAD, api_visibility="private")
