"""The name of a program, which the person changes where it stands."""

from __future__ import annotations

import gradio as gr

from agent.errors import BadTask
from agent.events import ProgramNamed
from errors import AssayError
from message import say
from storage.shelf import LONGEST_NAME
from ui.base.look import UNSEEN, Updates
from ui.base.problems import NO_PROBLEM, problem_html
from ui.live.services import Services
from ui.live.watching import Shown
from ui.run.view import RunView
from wording import printable

NAMED = "named"
"""What the form says with the new name."""


def wire_naming(services: Services, view: RunView) -> None:
    """A name that was typed is kept, and stands wherever the program does."""

    def name(event: gr.EventData, run_id: str, shown: Shown) -> Updates:
        if getattr(event, "action", "") != NAMED:
            return {view.problem: NO_PROBLEM}
        try:
            rename(services, run_id, str(getattr(event, "fields", {}).get("name", "")))
            called = services.following.snapshot(run_id).name
        except AssayError as problem:
            return {view.problem: problem_html(problem)}
        return {view.problem: NO_PROBLEM, **view.show(services, run_id, shown), view.taking.name: called}

    view.asked.click(name, [view.run_id, view.shown], view.outputs, **UNSEEN)


def rename(services: Services, run_id: str, typed: str) -> None:
    """Call the program of a run so, on the shelf as well. Raises `BadTask` and `StorageError`."""
    name = " ".join(printable(typed).split())[:LONGEST_NAME]
    if not name:
        raise BadTask(say("It has no name yet."), say("Give it one by which you find it again."))
    mine = services.store.kept_as(run_id)[:1]
    if name not in mine and any(one.name == name for one in services.store.kept()):
        raise BadTask(say("Another program of yours is called “%(name)s”.", name=name), say("Take another name."))
    for old in mine:
        services.store.rename(old, name)
    services.store.say_after(run_id, ProgramNamed(name))


def keep(services: Services, run_id: str, name: str) -> None:
    """Make the program of a run the newest version of what is kept by this name. Raises `StorageError`."""
    snapshot = services.following.snapshot(run_id)
    brief = snapshot.report.brief
    services.store.keep(run_id, name, brief.kind if brief else "")
    if name != snapshot.name:
        services.store.say_after(run_id, ProgramNamed(name))
