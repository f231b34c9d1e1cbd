"""The tab where a program is asked for, watched, trusted and taken."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import gradio as gr
from gradio.components import Component

from errors import AssayError
from ui.base.chip import refilled
from ui.base.look import (
    IN_SIGHT,
    RUN_IN_ADDRESS,
    SEE_DETAILS,
    TRY_LATER,
    UNSEEN,
    Updates,
    build_html,
)
from ui.base.problems import NO_PROBLEM, problem_html
from ui.base.templating import render
from ui.form.anew import asked_anew
from ui.form.changing import ChangeFields, changed_by_hand, changed_in_words, fixed_for_files, refilled_for_change
from ui.form.draft import keep_draft, keep_names
from ui.form.files import offered_again, with_files
from ui.form.form import MODEL, Form, build_form, read_request, write_request
from ui.form.model_list import FoundModels, look_for_models
from ui.live.news import look
from ui.live.services import Services
from ui.live.usual import usual
from ui.live.watching import Shown
from ui.run.answering import wire_answers
from ui.run.naming import wire_naming
from ui.run.opening import opened, show_in_address, start
from ui.run.parts import PARTS
from ui.run.view import TURN_SECONDS, RunView, build_run_view
from ui.telling import ways
from ui.telling.plan_card import (
    ALLOW,
    CHOOSE,
    OBJECT,
    answer_plan,
    answered_objection,
    chosen_answer,
    read_answers,
    with_package,
)

SEE = "see:"
"""What the buttons say that open a part, before its name."""
FORM_DRAFTS, WISH_DRAFTS = ("form", "files"), ("wish",)
"""Under what it is kept meanwhile that a run is made of."""
STOP, REWORDED = "stop", (ways.REWORD, ways.MODEL)
"""What they say that stop a run, and those of them that ask anew."""
HURRY = "hurry"
"""What the one says that has a run finish quickly."""


@dataclass(frozen=True, slots=True)
class RunTab:
    """What the other tabs need of this one."""

    form: Form
    change: ChangeFields
    view: RunView

    @property
    def models(self) -> list[Component]:
        """What `found_models` and `filled` change."""
        cards = self.form.model_cards
        return [*self.picked, self.form.usual, self.form.missing, cards.here, cards.paid]

    @property
    def picked(self) -> list[Component]:
        """What `found_models` and `filled` leave as it was picked."""
        return [self.form.model, self.change.model, self.view.trying.model, self.view.anew.model]

    def keep_drafts(self, page: gr.Blocks) -> None:
        """Have what is typed here survive that `page` is loaded anew."""
        keep_draft(page, "form", self.form.inputs)
        keep_draft(page, "wish", [self.change.wish])
        keep_names(page, self.form.files.dropped, self.form.files.again)

    @property
    def asking(self) -> list[Component]:
        """What `reworded` changes beside the run."""
        return [
            self.form.task,
            self.form.strategy,
            self.form.ask,
            *self.form.limits,
            *self.form.examples,
            *self.form.files.inputs,
        ]


def build_run_tab(services: Services, tabs: gr.Tabs) -> RunTab:
    """Put form and run into the tab that is being built, one of `tabs`, and wire them."""
    problem = build_html("problem", script=IN_SIGHT)
    with gr.Column(elem_id="composer"):
        form = build_form()
    with gr.Column(elem_id="the-run"):
        view, change, another = build_run_view(services, problem)
    tab = RunTab(form, change, view)
    _wire_start(services, tab)
    _wire_following(services, tab)
    _wire_buttons(services, tab, tabs, another)
    return tab


def _wire_start(services: Services, tab: RunTab) -> None:
    """The ways to start a run: asked for, changed in words or by hand, fixed for new files, held against new tests."""

    def ask(given: Any, keep: bool, kept_of: str, *fields: Any) -> Updates:
        return start(
            services, tab.view, lambda: with_files(services.store, read_request(*fields), given, keep, kept_of)
        )

    def change(run_id: str, using: str, wish: str, model: str) -> Updates:
        started = start(services, tab.view, lambda: changed_in_words(services, run_id, wish, model), using)
        # What was typed stays where the run could not be started.
        return {**started, tab.change.wish: ""} if tab.view.run_id in started else started

    def edit(run_id: str, code: str) -> Updates:
        return start(services, tab.view, lambda: changed_by_hand(services, run_id, code))

    def fix(run_id: str, wrong: str, model: str, *dropped: Any) -> Updates:
        given = [one for some in dropped for one in some or ()]
        return start(services, tab.view, lambda: fixed_for_files(services, run_id, given, wrong, model))

    def write_tests(run_id: str, task: str, own: Any, model: str) -> Updates:
        return start(services, tab.view, lambda: asked_anew(services, run_id, task, own, model))

    run_id, fields, trying, anew = tab.view.run_id, tab.change, tab.view.trying, tab.view.anew
    for button, function, inputs, drafts in (
        (tab.form.run, ask, [*tab.form.files.inputs, *tab.form.inputs], FORM_DRAFTS),
        (fields.go_on, change, [run_id, tab.view.using, fields.wish, fields.model], WISH_DRAFTS),
        (tab.view.check, edit, [run_id, tab.view.edited], ()),
        (anew.write, write_tests, [run_id, *anew.inputs], ()),
        (trying.fix, fix, [tab.view.using, trying.wrong, trying.model, *trying.dropped], ()),
    ):
        started = button.click(function, inputs, [*tab.view.outputs, fields.wish], **UNSEEN)
        show_in_address(started, run_id, drafts)


def _wire_buttons(services: Services, tab: RunTab, tabs: gr.Tabs, another: gr.Button) -> None:
    """What isn't Gradio's own button tells its name."""
    view = tab.view

    def say(event: gr.EventData, run_id: str) -> Updates:
        try:
            action = getattr(event, "action", "")
            if action.startswith(SEE):
                return _seen(view, action)
            return _said(services, view, run_id, action, getattr(event, "fields", {}))
        except AssayError as problem:
            return {view.problem: problem_html(problem)}

    def see(event: gr.EventData, run_id: str, model: str, *anew: Any) -> Updates:
        action = getattr(event, "action", "")
        if action == ways.ANEW:
            return start(services, view, lambda: asked_anew(services, run_id, *anew))
        return _gone(services, tab, run_id, action, model)

    def version(event: gr.EventData) -> Updates:
        return opened(services, view, str(getattr(event, "run", "")))

    def new(model: str) -> Updates:
        return {view.run_id: "", **view.nothing, tab.form.usual: _usual(services, model)}

    answered = view.plan.click(say, view.run_id, view.outputs, **UNSEEN)
    show_in_address(answered, view.run_id)
    answered.then(None, None, None, js=SEE_DETAILS, api_visibility="private")
    show_in_address(another.click(new, tab.form.model, [*view.outputs, tab.form.usual], **UNSEEN), view.run_id)
    outputs = [*view.outputs, *tab.asking]
    said = [view.run_id, tab.change.model, *view.anew.inputs]
    seen = gr.on([view.verdict.click, view.steps.click, view.sending.told.click], see, said, outputs, **UNSEEN)
    show_in_address(seen, view.run_id)
    seen.then(None, None, None, js=SEE_DETAILS, api_visibility="private")
    picked = view.versions.click(version, None, view.outputs, **UNSEEN)
    show_in_address(picked, view.run_id)
    wire_answers(services, view, tab.change.model)
    wire_naming(services, view)
    tab.form.model.input(lambda picked: _usual(services, picked), tab.form.model, tab.form.usual, **UNSEEN)
    tab.form.missing.click(lambda: gr.Tabs(selected="settings"), None, tabs, **UNSEEN)


def _gone(services: Services, tab: RunTab, run_id: str, action: str, model: str) -> Updates:
    """Where a way on leads."""
    if action.startswith(SEE):
        return _seen(tab.view, action)
    if action in (STOP, *REWORDED):
        return stopped(services, tab, run_id, action)
    if action == HURRY:
        return hurried(services, tab.view, run_id)
    if action == ways.BACK:
        return went_back(services, tab.view, run_id)
    return start(services, tab.view, lambda: ways.asked_for(services, run_id, action, model))


def _seen(view: RunView, action: str) -> Updates:
    """The tab is opened that a button names; the box for a change and the plan are there anyway, and are none."""
    if action in (ways.CHANGE, ways.PLAN):
        return {view.problem: NO_PROBLEM}
    return {view.details: gr.Tabs(selected=action.removeprefix(SEE)), view.inner: gr.Tabs(selected="trust")}


def _usual(services: Services, model: str) -> str:
    said = usual(services.store, model)
    return render("usual", said=said) if said else ""


def _said(services: Services, view: RunView, run_id: str, action: str, fields: dict[str, Any]) -> Updates:
    """What becomes of a run whose plan the person stops, confirms, allows a package, or wants built as the fields say.

    Raises `AssayError`.
    """
    if action == "stop":
        services.engine.cancel(run_id)
    if action.startswith(CHOOSE):
        asked = chosen_answer(services, run_id, action.removeprefix(CHOOSE))
        return opened(services, view, services.engine.start(*asked))
    if action.startswith(OBJECT):
        asked = answered_objection(services, run_id, action.removeprefix(OBJECT))
        return opened(services, view, services.engine.start(*asked))
    if action.startswith(ALLOW):
        asked = with_package(services, run_id, action.removeprefix(ALLOW))
        return opened(services, view, services.engine.start(*asked))
    brief = services.following.snapshot(run_id).report.brief
    if action != "build" or brief is None:
        return {view.problem: NO_PROBLEM}
    building = answer_plan(services, run_id, read_answers(brief, fields))
    return {view.problem: NO_PROBLEM} if building == run_id else opened(services, view, building)


def _wire_following(services: Services, tab: RunTab) -> None:
    """The run in the address is shown as the page is opened, and whichever is shown as it goes on."""
    view = tab.view

    def show(run_id: str) -> Updates:
        return opened(services, view, run_id)

    def turn(run_id: str, shown: Shown, using: str, talk: dict[str, Any]) -> Updates:
        told = view.show(services, run_id, shown, using if talk else "")
        return {**told, view.turning: gr.Timer(TURN_SECONDS, active=False)}

    def stop(run_id: str) -> Updates:
        try:
            services.engine.cancel(run_id)
        except AssayError as problem:
            return {view.problem: problem_html(problem)}
        return {view.problem: NO_PROBLEM}

    view.steps.opened(show, view.run_id, view.outputs, js=RUN_IN_ADDRESS, **UNSEEN)
    view.timer.tick(None, [view.run_id, view.shown], view.followed, js=look(PARTS), **UNSEEN)
    turned = view.turning.tick(
        turn, [view.run_id, view.shown, view.using, view.trying.talking.state], view.outputs, **UNSEEN
    )
    turned.failure(None, None, view.turning, js=TRY_LATER, **UNSEEN)
    view.stop.click(stop, view.run_id, [view.problem], **UNSEEN)
    tab.form.refresh.click(
        lambda *picked: found_models(services, tab, *picked),
        tab.picked,
        tab.models,
        api_visibility="private",
    )


def stopped(services: Services, tab: RunTab, run_id: str, action: str) -> Updates:
    """Stop the run if it goes on, and show the form with what was asked for unless that is all."""
    try:
        if services.store.run(run_id).going_on:
            services.engine.cancel(run_id)
    except AssayError as problem:
        return {tab.view.problem: problem_html(problem)}
    return {tab.view.problem: NO_PROBLEM} if action == STOP else reworded(services, tab, run_id)


def hurried(services: Services, view: RunView, run_id: str) -> Updates:
    """Have the run leave out what it can do without."""
    try:
        services.engine.hurry(run_id)
    except AssayError as problem:
        return {view.problem: problem_html(problem)}
    return {view.problem: NO_PROBLEM}


def reworded(services: Services, tab: RunTab, run_id: str) -> Updates:
    """The form in place of the run `run_id`, with what was asked for, to be said otherwise."""
    try:
        request = services.store.request(run_id)
    except AssayError as problem:
        return {tab.view.problem: problem_html(problem)}
    asked = write_request(tab.form, request)
    return {tab.view.run_id: "", **tab.view.nothing, **asked, **offered_again(tab.form.files, run_id, request)}


def went_back(services: Services, view: RunView, run_id: str) -> Updates:
    """The run that the run `run_id` goes on from, as it was."""
    try:
        earlier = services.store.request(run_id).earlier
        return opened(services, view, services.store.run(earlier.run_id if earlier else "").run_id)
    except AssayError as problem:
        return {view.problem: problem_html(problem)}


def filled(
    services: Services, tab: RunTab, found: FoundModels, picked: str, for_change: str, for_fix: str, for_tests: str
) -> Updates:
    """The pickers with the models that were found. What was picked in them stays so if it is there; else the
    recommended one is. What is missing for programs of one's own is said above."""
    value = found.kept(picked)
    return {
        tab.form.model: refilled(MODEL, found.groups, value),
        tab.form.usual: _usual(services, value),
        tab.change.model: refilled_for_change(found, for_change),
        tab.view.trying.model: refilled_for_change(found, for_fix),
        tab.view.anew.model: refilled(MODEL, found.groups, found.kept(for_tests)),
        tab.form.missing: found.missing,
        **tab.form.model_cards.fitted(found, services.puller.state),
    }


def found_models(services: Services, tab: RunTab, *picked: str) -> Updates:
    """As `filled`, with the models that are there now."""
    return filled(services, tab, look_for_models(services.settings), *picked)
