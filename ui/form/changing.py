"""Going on from a finished run: with code that was edited by hand, a wish in words, or files that it must work with."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from pathlib import PurePosixPath

import gradio as gr

from agent.errors import BadTask, ModelUnavailable
from agent.inputs import Given, read_inputs
from agent.models.registry import find_provider
from agent.models.unpicked import UNPICKED, nobody_picked
from agent.request import going_on
from agent.types import Request
from message import joined, say
from ui.base.chip import Group, Option, build_chip, refilled
from ui.base.look import build_text
from ui.form.files import Asked
from ui.form.form import ALONE, fetched
from ui.form.model_list import FoundModels
from ui.live.services import Services

SAME = "the same as before"
THE_SAME = Group("", (Option(SAME, say("the same as before")),))
FOR_CHANGE = say("Model for the change")


@dataclass(frozen=True, slots=True)
class ChangeFields:
    """The fields of the box below the result."""

    wish: gr.Textbox
    model: gr.HTML
    go_on: gr.Button


def build_change_box() -> ChangeFields:
    """Put the field for the next wish into the column that is being built, as below what was said last in a chat.

    It is seen where there is a program to change.
    """
    with gr.Column(elem_id="changing"):
        wish = gr.Textbox(
            "",
            label=say("What should be different?"),
            placeholder=say("Ignore empty lines."),
            lines=1,
            max_lines=10,
            elem_id="wish",
        )
        with gr.Row(elem_id="changing-foot"):
            model = build_model_for_change("change-model")
            go_on = gr.Button(say("Change it like this"), variant="primary", elem_id="go-on", min_width=120)
    return ChangeFields(wish, model, go_on)


def build_model_for_change(name: str) -> gr.HTML:
    """Put a chip of this name into what is being built, for the model that makes a change."""
    return build_chip(name, FOR_CHANGE, [THE_SAME, ALONE], SAME)


def refilled_for_change(found: FoundModels, picked: str) -> gr.HTML:
    """The update of such a chip to the models that were found; what was `picked` stays so if it is there."""
    return refilled(FOR_CHANGE, [THE_SAME, *found.groups], picked if found.has(picked) else SAME)


def build_editor() -> tuple[gr.Code, gr.Button]:
    """Put the editor into the tab that is being built, and the button that has what is in it checked."""
    build_text(say("It is tested and checked as before, without a model."))
    edited = gr.Code(label=say("The program, to edit"), interactive=True, wrap_lines=True, elem_id="edited")
    return edited, gr.Button(say("Check my version"))


def changed_in_words(services: Services, run_id: str, wish: str, model: str) -> Asked:
    """The request, with the run's files, that goes on from the run `run_id` with one more wish.

    Raises `BadTask`, `ModelUnavailable` and `StorageError`.
    """
    if not wish.strip():
        raise BadTask(say("There is nothing to change yet."), say("Say in plain words what should be different."))
    return in_words(services, run_id, [wish.strip()], model)


def in_words(services: Services, run_id: str, wishes: Sequence[str], model: str) -> Asked:
    """The request that goes on from the run `run_id` with these wishes, by `model` or `SAME`. Raises likewise."""
    request = going_on(run_id, services.following.snapshot(run_id).report, wishes)
    return by_model(request, model), services.store.inputs(run_id)


def by_model(request: Request, model: str) -> Request:
    """The request, for this model or `SAME`. Raises `ModelUnavailable` where that can write no program."""
    if model != SAME:
        request = replace(request, model=fetched(model), test_model=model)
    if UNPICKED in (request.model, request.test_model):
        raise nobody_picked()
    if not all(find_provider(one)[0].real for one in (request.model, request.test_model)):
        raise ModelUnavailable(
            say("The demo can't change a program: its answers are recorded."),
            say("Pick a real model for it. What is there stays as it is."),
        )
    return request


def fixed_for_files(services: Services, run_id: str, dropped: Sequence[Given], wrong: str, model: str) -> Asked:
    """The request, with the run's files and those that were dropped, that goes on from the run `run_id` so that its
    program works with these as well; `wrong` says what is wrong now, or nothing.

    Raises `BadTask`, `BadFiles`, `ModelUnavailable` and `StorageError`.
    """
    request, earlier = services.store.request(run_id), services.store.inputs(run_id)
    given = read_inputs(dropped, request.task, request.language)
    added = _beside(earlier, given.files)
    if not added:
        raise BadTask(
            say("There is no new file yet."), say("Drop the files that it should work with, and start it with them.")
        )
    also = say(
        "It has to work with %(names)s as well, new beside it; what it does with the other files stays as it is.",
        names=", ".join(f"“{path}”" for path in added),
    )
    asked, _ = in_words(services, run_id, [joined(" ", (also, wrong.strip()))], model)
    return replace(asked, left_out=(*request.left_out, *given.left_out)), {**earlier, **added}


def _beside(earlier: Mapping[str, bytes], dropped: Mapping[str, bytes]) -> dict[str, bytes]:
    """The dropped files that aren't there yet, under names that are free: tests rely on those that are there."""
    added: dict[str, bytes] = {}
    for path, content in dropped.items():
        if earlier.get(path) != content:
            added[free_path(path, earlier.keys() | added.keys())] = content
    return added


def free_path(path: str, taken: Collection[str]) -> str:
    """`path`, or one like it that isn't taken."""
    place = PurePosixPath(path)
    others = (str(place.with_stem(f"{place.stem} ({number})")) for number in count(2))
    return path if path not in taken else next(other for other in others if other not in taken)


def changed_by_hand(services: Services, run_id: str, code: str) -> Asked:
    """The request that checks `code` in place of the program of `run_id`, with its files.

    Raises `BadTask` and `StorageError`.
    """
    report = services.following.snapshot(run_id).report
    edited = report.language.edited(report.chosen.candidate, code) if report.language and report.chosen else None
    return going_on(run_id, report, edited=edited), services.store.inputs(run_id)
