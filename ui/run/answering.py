"""What a person says of a result: that it is right, what is wrong in it, and that the program is worth keeping."""

from __future__ import annotations

import gradio as gr

from errors import AssayError
from ui.base.look import SEE_DETAILS, UNSEEN, Updates
from ui.base.problems import NO_PROBLEM, problem_html
from ui.base.templating import render
from ui.live.services import Services
from ui.live.watching import Shown
from ui.run.naming import keep
from ui.run.opening import show_in_address, start
from ui.run.view import RunView
from ui.telling.plan_card import confirmed_example
from ui.using.result import BACK, KEEP, RIGHT, WRONG, put_right, said_right

CONFIRM = "confirm"
"""What the button says that has what the person is asked become their example."""


def wire_answers(services: Services, view: RunView, model: gr.HTML) -> None:
    """What a person answers to whether a result is right: that of the run, or of files that they brought."""

    def answer(event: gr.EventData, run_id: str, shown: Shown, model: str) -> Updates:
        action, fields = getattr(event, "action", ""), getattr(event, "fields", {})
        if action == WRONG:
            return start(services, view, lambda: put_right(services, run_id, fields, model))
        if action == CONFIRM:
            return start(services, view, lambda: confirmed_example(services, run_id))
        if action == KEEP:
            return _kept(services, view, run_id, shown)
        return _vouched(services, view, run_id, shown, action, run_id)

    def bring(event: gr.EventData, run_id: str, shown: Shown, using: str) -> Updates:
        said = _vouched(services, view, run_id, shown, getattr(event, "action", ""), using)
        return {**said, view.trying.brought: render("said_right")}

    answered = view.result.click(answer, [view.run_id, view.shown, model], view.outputs, **UNSEEN)
    show_in_address(answered, view.run_id)
    answered.then(None, None, None, js=SEE_DETAILS, api_visibility="private")
    view.trying.brought.click(bring, [view.run_id, view.shown, view.using], view.outputs, **UNSEEN)


def _kept(services: Services, view: RunView, run_id: str, shown: Shown) -> Updates:
    """The program is kept by the name that it has."""
    try:
        keep(services, run_id, services.following.snapshot(run_id).name)
    except AssayError as problem:
        return {view.problem: problem_html(problem)}
    return {view.problem: NO_PROBLEM, **view.show(services, run_id, shown)}


def _vouched(services: Services, view: RunView, run_id: str, shown: Shown, action: str, made_by: str) -> Updates:
    """What the person says of a result is kept, of the version it was `made_by`, and the verdict that comes of it is
    shown."""
    if not action.startswith((RIGHT, BACK)):
        return {view.problem: NO_PROBLEM}
    try:
        said_right(services, made_by, action)
    except AssayError as problem:
        return {view.problem: problem_html(problem)}
    return {view.problem: NO_PROBLEM, **view.show(services, run_id, shown)}
