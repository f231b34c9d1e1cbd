"""The examples on the start page: finished programs to use at once, which can also be watched being made."""

from __future__ import annotations

import gradio as gr

from agent.errors import BadTask
from agent.models.demo import Recording, recordings
from engines.examples import asked_for, open_example
from errors import AssayError
from message import say
from ui.look import UNSEEN, Updates
from ui.problems import problem_html
from ui.run_tab import RunTab, opened, show_in_address, start
from ui.services import Services

USE, WATCH = "use:", "watch:"
"""What the buttons of an example say, before its name."""

# The program is in sight, below whatever is said of it.
SEE_PROGRAM = """() => requestAnimationFrame(() => {
  const pressed = document.body.dataset.pressed || "";
  delete document.body.dataset.pressed;
  if (pressed.startsWith("use:")) document.getElementById("details")?.scrollIntoView({block: "start"});
})"""


def wire_examples(services: Services, tab: RunTab) -> None:
    """Have the cards open a finished program, or have it made."""
    view = tab.view

    def picked(event: gr.EventData) -> Updates:
        action = str(getattr(event, "action", ""))
        try:
            if action.startswith(USE):
                return _finished(services, tab, action.removeprefix(USE))
            asked = asked_for(_named(action.removeprefix(WATCH)))
        except AssayError as problem:
            return {view.problem: problem_html(problem)}
        return start(services, view, lambda: asked)

    done = tab.form.cards.click(picked, None, view.outputs, **UNSEEN)
    show_in_address(done, view.run_id)
    done.then(None, None, None, js=SEE_PROGRAM, api_visibility="private")


def _finished(services: Services, tab: RunTab, name: str) -> Updates:
    run_id = open_example(services.store, _named(name))
    return {**opened(services, tab.view, run_id), tab.view.details: gr.Tabs(visible=True, selected="try")}


def _named(name: str) -> Recording:
    """The example of that name. Raises `BadTask`."""
    found = next((one for one in recordings() if one.name == name), None)
    if found is None:
        raise BadTask(say("The demo doesn't know this one."), say("Reload the page."))
    return found
