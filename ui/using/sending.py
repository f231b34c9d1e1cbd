"""The tab in which a program is sent to somebody: one HTML file for any browser, and a line to paste beside it."""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable, Iterator
from contextvars import copy_context
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import gradio as gr
from gradio.components import Component

from agent.handover import file_name, line_of
from agent.report import Report
from cancel import Cancel
from engines.one_file import Made, make_one_file, why_not
from engines.sealing import seal_of
from errors import AssayError
from message import joined, say
from sandbox.base import Announce
from translation import here
from ui.base.look import ACTIONS, DOWNLOAD, HIDDEN, Updates, build_html
from ui.base.problems import problem_html
from ui.base.templating import render
from ui.live.following import Snapshot
from ui.live.services import Services
from ui.telling.exports import write_file
from ui.telling.outcome import pictures_of
from ui.telling.ways import RECORDED

ENDING = ".html"
MILLION = 1_000_000
MAKE, MAKE_ANEW = say("Make the file"), say("Make it again")
BROKEN = AssayError(say("Something broke while the file was made."), say("Try it again."))
OPENING = say(
    "Double-click the file: it opens in your browser, nothing is installed, and nothing leaves your computer."
)

# The line goes to the clipboard, and the button says that it did.
COPIES = (
    ACTIONS
    + """
element.addEventListener('click', async ({target}) => {
  const button = target.closest('[data-part="copy"]');
  if (!button) return;
  const line = element.querySelector('[data-part="line"]');
  try { await navigator.clipboard.writeText(line.textContent.trim()); button.textContent = button.dataset.copied; }
  catch { getSelection().selectAllChildren(line); }
});
"""
)
T = TypeVar("T")
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class SendingFields:
    """The fields of the tab. `make` has the file made, with the person's own files where `own` is ticked, and saves it
    by `page`; `made` says how far that is."""

    told: gr.HTML
    own: gr.Checkbox
    make: gr.Button
    page: gr.DownloadButton
    made: gr.HTML

    @property
    def outputs(self) -> list[Component]:
        """Everything that these can change."""
        return [getattr(self, name) for name in self.__slots__]

    @property
    def started(self) -> Updates:
        """Nothing can be sent yet."""
        return {self.told: "", self.own: gr.Checkbox(visible=False), self.make: gr.Button(visible=False), self.made: ""}

    def fitted(self, snapshot: Snapshot, store: Path) -> Updates:
        """What can be sent of this program. What it needs is fetched into `store`."""
        report = snapshot.report
        reason = why_not(report)
        return {
            self.told: _told(snapshot, reason, store) if report.chosen else "",
            self.own: gr.Checkbox(False, visible=_has_own(report) and not reason),
            self.make: gr.Button(here().text(MAKE), visible=not reason, interactive=True),
            self.page: None,
            self.made: "",
        }


def build_sending() -> SendingFields:
    """Put the fields into the tab that is being built."""
    told = build_html("sent", script=COPIES)
    own = gr.Checkbox(False, label=say("With my files in it, as an example to try"), visible=False, elem_id="send-own")
    make = gr.Button(MAKE, variant="primary", elem_id="make-page", visible=False)
    page = gr.DownloadButton(visible=False)
    return SendingFields(told, own, make, page, build_html("made", live=True))


def wire_sending(services: Services, run_id: gr.Textbox, fields: SendingFields) -> None:
    """Have the button make the file, telling what is being done, and save it."""

    def make(run: str, own: bool) -> Iterator[Updates]:
        yield {fields.make: gr.Button(interactive=False), fields.page: None, fields.made: _said(say("Starting"))}
        try:
            for said in announced(lambda announce: _made(services, run, own, announce)):
                yield {fields.made: _said(said)} if isinstance(said, str) else _ready(services, run, said, fields)
        except AssayError as problem:
            yield {fields.make: gr.Button(interactive=True), fields.made: problem_html(problem)}
        except Exception:
            log.exception("making the one file of %s broke", run)
            yield {fields.make: gr.Button(interactive=True), fields.made: problem_html(BROKEN)}

    outputs: list[Any] = [fields.make, fields.page, fields.made]
    done = fields.make.click(make, [run_id, fields.own], outputs, concurrency_limit=2, **HIDDEN)
    done.then(None, fields.page, None, js=DOWNLOAD, api_visibility="private")


def _told(snapshot: Snapshot, reason: str, store: Path) -> str:
    """What whoever gets it will see, and the line to paste."""
    report = snapshot.report
    # What came of the person's own files goes along no more than these.
    pictures = {} if _has_own(report) else pictures_of(report.outcome)
    return render(
        "sent",
        name=snapshot.name,
        line=line_of(report),
        seal=seal_of(report) if not reason else None,
        picture=next(iter(pictures.values()), ""),
        pasted=line_to_paste(report, snapshot.name) if not reason else "",
        reason=reason,
        own=_has_own(report),
        file=f"{file_name(snapshot.name)}{ENDING}",
        **_to_fetch(report, store),
    )


def line_to_paste(report: Report, name: str) -> str:
    """What to write beside the file: what it is, how it is opened, and how it was checked."""
    seal = seal_of(report)
    checked = say("Verified by Assay.") if seal.is_good else say("Tested with Assay.")
    return here().text(joined(" ", (say("“%(name)s”.", name=name), line_of(report), OPENING, checked, seal.said[0])))


def _has_own(report: Report) -> bool:
    """Whether it was made for files of the person's: those of an example are nobody's."""
    return bool(report.request and report.request.files and report.request.model != RECORDED)


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


def _made(services: Services, run_id: str, own: bool, announce: Announce) -> Made:
    snapshot = services.following.snapshot(run_id)
    inputs, store = services.store.inputs(run_id), services.settings.browser_parts
    given = (snapshot.report, snapshot.name, inputs, services.sandboxes, store, Cancel(), announce)
    return make_one_file(*given, with_files=own)


def _ready(services: Services, run_id: str, made: Made, fields: SendingFields) -> Updates:
    name = file_name(services.following.snapshot(run_id).name)
    return {
        fields.make: gr.Button(here().text(MAKE_ANEW), interactive=True),
        fields.page: write_file(services.downloads / run_id, f"{name}{ENDING}", made.content),
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
