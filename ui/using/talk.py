"""A terminal on the page: what a program shows that was started, and a line for what a person types to it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import gradio as gr

from engines.conversations import Broke, Conversations, Talk
from errors import AssayError
from languages.outcome import conversation
from message import say
from ui.base.look import UNSEEN, Updates, as_typed, build_html
from ui.base.problems import problem_html
from ui.base.screen import screen
from ui.base.templating import render
from ui.live.services import Services
from ui.using.window import WindowFields, build_window, window_html, wire_window

GONE = say("It doesn't run any more: other programs were started since.")
log = logging.getLogger(__name__)

LOOKS_EVERY = 0.25
"""In seconds."""
MOST_SHOWN = 20_000
"""Characters, of what came last."""

# What came last is in sight, as in a terminal.
AT_ITS_END = """
watch('value', () => {
  const terminal = element.querySelector('.assay-terminal');
  if (terminal) terminal.scrollTop = terminal.scrollHeight;
});
"""
ANSWER_NEXT = (
    """() => requestAnimationFrame(() => document.querySelector("#typed-line :is(input, textarea)")?.focus())"""
)


Ended = Callable[[Talk, int, str], Updates]
"""What is shown at the end of a conversation that so many files were given to, with the program of this run."""


@dataclass(frozen=True, slots=True)
class TalkFields:
    """The terminal, and the windows. `state` is empty, or names the conversation, how much of it is shown, and how many
    files it got."""

    state: gr.State
    screen: gr.HTML
    row: gr.Row
    line: gr.Textbox
    send: gr.Button
    finish: gr.Button
    stop: gr.Button
    timer: gr.Timer
    window: WindowFields

    @property
    def outputs(self) -> list[Any]:
        """What these change."""
        typing = (self.line, self.send, self.finish)
        return [self.state, self.screen, self.row, *typing, self.timer, *self.window.outputs]

    @property
    def quiet(self) -> Updates:
        """Nothing is started."""
        off: Updates = {self.row: gr.Row(visible=False), self.timer: gr.Timer(active=False)}
        return {self.state: {}, self.screen: "", self.line: "", **off, **self.window.quiet}

    def begun(self, name: str, run: str, brought: int, window: bool, asks: bool) -> Updates:
        """The conversation of this id, with the program of a `run`, has begun: in windows, or in the terminal, where it
        may ask for something."""
        state = {"name": name, "shown": 0 if window else -1, "sight": 0, "files": brought, "run": run}
        typing: Updates = {
            self.line: gr.Textbox(visible=asks),
            self.send: gr.Button(visible=asks),
            self.finish: gr.Button(visible=asks),
        }
        place: Updates = self.window.opening if window else {self.row: gr.Row(visible=True), **typing}
        return {self.state: state, self.timer: gr.Timer(LOOKS_EVERY, active=True), **place}


def build_talk() -> TalkFields:
    """Put the terminal into the column that is being built, unseen so far."""
    window = build_window()
    screen = build_html("terminal", script=AT_ITS_END)
    with gr.Row(visible=False, elem_id="talking") as row:
        line = gr.Textbox("", label=say("What you type"), max_lines=1, elem_id="typed-line", scale=4, min_width=180)
        send = gr.Button(say("Enter ⏎"), variant="primary", elem_id="typed-send", min_width=90)
        finish = gr.Button(say("Nothing more to type"), elem_id="typed-finish", min_width=90)
        stop = gr.Button(say("Stop it"), variant="stop", elem_id="typed-stop", min_width=80)
    timer = gr.Timer(LOOKS_EVERY, active=False)
    return TalkFields(gr.State({}), screen, row, line, send, finish, stop, timer, window)


def wire_talk(services: Services, fields: TalkFields, ended: Ended, outputs: list[Any]) -> None:
    """Have lines typed and the screen followed; `ended` says what is shown at the end, and of how many files that
    were given."""
    talks = services.conversations

    def send(state: dict[str, Any], line: str) -> Updates:
        talks.type(state.get("name", ""), line)
        return {fields.line: ""}

    wire_window(talks, fields.window, fields.state)
    fields.timer.tick(lambda state: look(talks, fields, ended, state), fields.state, outputs, **UNSEEN)
    given, sent = [fields.state, fields.line], [fields.line.submit, fields.send.click]
    gr.on(sent, send, given, fields.line, js=as_typed("typed-line"), **UNSEEN)
    fields.finish.click(lambda state: talks.finish(state.get("name", "")), fields.state, None, **UNSEEN)
    fields.stop.click(lambda state: talks.stop(state.get("name", "")), fields.state, None, **UNSEEN)


def look(talks: Conversations, fields: TalkFields, ended: Ended, state: dict[str, Any]) -> Any:
    """What is new of the conversation that `state` names. Whatever happens, one that is over is seen to be."""
    if not state:  # a last look, on its way when all was over: by now the next one may have begun
        return gr.skip()
    try:
        return _seen(talks, fields, ended, state)
    except Exception:
        log.exception("what a try showed could not be shown")
        talks.stop(state["name"])
        return ended(Talk("", problem=Broke()), 0, "")


def _seen(talks: Conversations, fields: TalkFields, ended: Ended, state: dict[str, Any]) -> Any:
    talk = talks.talk(state["name"])
    if talk is None:
        return ended(Talk("", problem=AssayError(GONE, say("Start it again."))), 0, "")
    if talk.over:
        return ended(talk, int(state.get("files", 0)), str(state.get("run", "")))
    so_far: Updates = {}
    if len(talk.shown) != state.get("shown"):
        so_far[fields.screen] = screen_html(talk.shown)
    if talk.sight and talk.sight.number != state.get("sight"):
        so_far[fields.window.picture] = window_html(talk.sight)
    if not so_far:
        return gr.skip()
    number = talk.sight.number if talk.sight else 0
    return so_far | {fields.state: {**state, "shown": len(talk.shown), "sight": number}}


def screen_html(shown: str) -> str:
    """What the program showed so far, with what was typed."""
    return render("terminal", said=screen(conversation(shown[-MOST_SHOWN:])))


def said_html(talk: Talk) -> str:
    """What it showed, and why it ended without a result."""
    return (screen_html(talk.shown) if talk.shown else "") + (problem_html(talk.problem) if talk.problem else "")
