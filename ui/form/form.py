"""What the user asks for: the task, the model, examples that must hold, and limits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import gradio as gr
from gradio.blocks import Block

from agent.errors import ModelUnavailable
from agent.models.demo import recordings_in
from agent.request import checked
from agent.strategies import STRATEGIES
from agent.timing import MOST_SECONDS
from agent.types import Ask, Limits, Request
from languages.registry import LANGUAGES
from languages.types import DEFAULT
from message import say
from translation import here
from ui.base.chip import Group, Option, build_chip, build_where
from ui.base.look import ACTIONS, build_html, build_text, fold
from ui.base.templating import render
from ui.form.draft import Field
from ui.form.files import FileFields, build_files
from ui.form.model_cards import ModelCards, build_model_cards

EXAMPLE_ROWS = 4
NOT_FETCHED = "fetch "
"""Stands before the spec of a model that has to be fetched first."""

NOT_PICKED = ""
"""Stands for the demo until the list of models is there."""
ALONE = Group("", (Option("demo", say("Demo"), say("only the examples below")),))
"""What can be picked where nothing else is known to be there."""
BEFORE = Group("", (replace(ALONE.options[0], value=NOT_PICKED),))
"""What is shown until it is known what is there."""
MODEL = say("Model")
PLAIN = Request("", "", "")
LIMITS = PLAIN.limits


@dataclass(frozen=True, slots=True)
class LimitFields:
    """The limits of a run as fields: attempts, minutes, dollars, per cent, and whether it is to be quick."""

    attempts: gr.Number
    minutes: gr.Number
    cost: gr.Number
    strength: gr.Number
    quick: gr.Checkbox

    def __iter__(self) -> Any:
        return iter((self.attempts, self.minutes, self.cost, self.strength, self.quick))


@dataclass(frozen=True, slots=True)
class Form:
    """The fields, in the order of `inputs`, that `read_request` takes."""

    task: gr.Textbox
    files: FileFields
    model: gr.HTML
    strategy: gr.Dropdown
    refresh: gr.Button
    limits: LimitFields
    examples: tuple[gr.Textbox, ...]
    ask: gr.Checkbox
    run: gr.Button
    usual: gr.HTML
    missing: gr.HTML
    model_cards: ModelCards
    cards: gr.HTML

    @property
    def inputs(self) -> list[Field]:
        """The fields of a request."""
        return [self.task, self.model, self.strategy, self.ask, *self.limits, *self.examples]


def build_form() -> Form:
    """Put the form into the column that is being built."""
    build_html("invitation", lambda: render("invitation"))
    with gr.Column(elem_id="asking"):
        task = gr.Textbox(
            "",
            label=say("What should the program do?"),
            placeholder=say("What goes in, what comes out, and what happens when something is wrong."),
            lines=3,
            max_lines=20,
            elem_id="task",
        )
        with gr.Row(elem_id="asking-foot"):
            files = build_files()
            model = build_chip("model", MODEL, [BEFORE], NOT_PICKED)
            run = gr.Button(say("Run"), variant="primary", elem_id="run", min_width=120)
    build_where("model")
    usual = build_html("usual")
    missing = build_html("missing", script=ACTIONS)
    model_cards = build_model_cards()
    with fold(say("More settings"), "more"):
        examples, strategy, limits, ask = _build_more()
        refresh = gr.Button(say("Look again for models"), size="sm", elem_id="refresh")
    cards = build_html("cards", cards_html, script=ACTIONS)
    return Form(task, files, model, strategy, refresh, limits, examples, ask, run, usual, missing, model_cards, cards)


def cards_html() -> str:
    """The examples, in the language of whoever looks; one that isn't there in it comes in English, and says so."""
    tongue = here().tongue.code
    listed = recordings_in(tongue)
    shown, small = [one for one in listed if one.picture], [one for one in listed if not one.picture]
    return render("cards", shown=shown, small=small, tongue=tongue)


def _build_more() -> tuple[tuple[gr.Textbox, ...], gr.Dropdown, LimitFields, gr.Checkbox]:
    ask = gr.Checkbox(True, label=say("Show me the plan first, where my words leave something open"), elem_id="ask")
    examples = _build_examples()
    strategies = [(strategy.title, strategy.name) for strategy in STRATEGIES.values()]
    strategy = gr.Dropdown(
        strategies,
        value=PLAIN.strategy,
        label=say("How to search for a program"),
        visible=len(strategies) > 1,
        elem_id="strategy",
        filterable=False,
    )
    with fold(say("Limits"), "limits"):
        limits = build_limits()
    return examples, strategy, limits, ask


def _build_examples() -> tuple[gr.Textbox, ...]:
    fields: list[gr.Textbox] = []
    with fold(say("Examples that must hold"), "examples"):
        title = LANGUAGES[DEFAULT].title
        build_text(say("They become tests that nobody may change. Write them as %(title)s.", title=title))
        for number in range(1, EXAMPLE_ROWS + 1):
            with gr.Row():
                fields.append(
                    gr.Textbox("", label=say("Call %(number)s", number=number), placeholder="add(1, 2)", min_width=120)
                )
                fields.append(
                    gr.Textbox("", label=say("Result %(number)s", number=number), placeholder="3", min_width=120)
                )
    return tuple(fields)


def build_limits() -> LimitFields:
    """Fields for the limits, filled with the defaults.

    They have no borders, for Gradio says of a number beyond one nothing that a person would see: `checked` says it.
    """
    with gr.Row():
        attempts = gr.Number(LIMITS.attempts, label=say("Attempts at most"), precision=0, min_width=120)
        most = round(MOST_SECONDS / 60)
        minutes = gr.Number(
            (LIMITS.seconds or 0) / 60,
            label=say("Minutes at most (0: by the model's pace, up to %(most)s)", most=most),
            min_width=120,
        )
    with gr.Row():
        cost = gr.Number(0, label=say("Dollars at most (0: no limit)"), min_width=120)
        strength = gr.Number(
            LIMITS.mutation_score * 100,
            label=say("Planted mistakes that the tests must catch, in %%"),
            min_width=120,
        )
    quick = gr.Checkbox(
        LIMITS.quick,
        label=say("Finish quickly: ask the model only for plan, tests, program and repairs"),
    )
    return LimitFields(attempts, minutes, cost, strength, quick)


def read_request(
    task: str,
    model: str,
    strategy: str,
    ask: bool,
    attempts: float | None,
    minutes: float | None,
    cost: float | None,
    strength: float | None,
    quick: bool,
    *examples: str,
) -> Request:
    """What the form asks for. Raises `BadTask`, and `ModelUnavailable` for a model that isn't fetched yet."""
    model = fetched(model)
    limits = Limits(
        LIMITS.attempts if attempts is None else int(attempts),
        60 * minutes if minutes else None,
        cost or None,
        LIMITS.mutation_score if strength is None else strength / 100,
        quick,
    )
    waits: Ask = "where_open" if ask and model != "demo" else "never"
    examples = _expressions(examples)
    return checked(Request(task, model, model, strategy, examples=examples, limits=limits, ask=waits))


def fetched(model: str) -> str:
    """The spec that was picked, or the demo's. Raises `ModelUnavailable` for a model that isn't fetched yet."""
    if model.startswith(NOT_FETCHED):
        raise ModelUnavailable(
            say("%(model)s isn't on this computer yet.", model=model.removeprefix(NOT_FETCHED)),
            say("Fetch it on the Settings tab, then run."),
        )
    return model or "demo"


def write_request(form: Form, request: Request) -> dict[Block, Any]:
    """The form filled with an earlier request, to be run again."""
    limits = request.limits
    values = (
        limits.attempts,
        (limits.seconds or 0) / 60,
        limits.max_cost_usd or 0,
        limits.mutation_score * 100,
        limits.quick,
    )
    halves = [half for example in request.examples for half in (example, "")][: 2 * EXAMPLE_ROWS]
    halves += [""] * (2 * EXAMPLE_ROWS - len(halves))
    return {
        form.task: request.task,
        form.strategy: request.strategy,
        form.ask: request.ask != "never" or request.model == "demo",
        **dict(zip((*form.limits, *form.examples), (*values, *halves), strict=True)),
    }


def _expressions(fields: Sequence[str]) -> tuple[str, ...]:
    """`call == result` for each row; a call without a result has to hold as it is."""
    pairs = zip(fields[::2], fields[1::2], strict=True)
    rows = [(call.strip(), result.strip()) for call, result in pairs]
    return tuple(f"{call} == {result}" if result else call for call, result in rows if call or result)
