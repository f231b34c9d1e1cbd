"""The examples on the start page: finished programs to use at once, which can also be watched being made."""

from __future__ import annotations

import gradio as gr

from agent.errors import BadTask
from agent.models.demo import Recording, recordings
from engines.examples import asked_for, open_example
from errors import AssayError
from message import say
from ui.base.look import UNSEEN, Updates
from ui.base.problems import problem_html
from ui.live.services import Services
from ui.run.opening import opened, show_in_address, start
from ui.run.tab import RunTab

USE, WATCH = "use:", "watch:"
"""What the buttons of an example say, before its name."""


def wire_examples(services: Services, tab: RunTab) -> None:
    """Have the cards open a finished program, or have it made."""
    view = tab.view

    def picked(event: gr.EventData) -> Updates:
        action = str(getattr(event, "action", ""))
        try:
            if action.startswith(USE):
                return opened(services, view, open_example(services.store, _named(action.removeprefix(USE))))
            asked = asked_for(_named(action.removeprefix(WATCH)))
        except AssayError as problem:
            return {view.problem: problem_html(problem)}
        return start(services, view, lambda: asked)

    show_in_address(tab.form.cards.click(picked, None, view.outputs, **UNSEEN), view.run_id)


def _named(name: str) -> Recording:
    """The example of that name. Raises `BadTask`."""
    found = next((one for one in recordings() if one.name == name), None)
    if found is None:
        raise BadTask(say("The demo doesn't know this one."), say("Reload the page."))
    return found
