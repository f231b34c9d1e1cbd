"""The models of this computer: which are there, fetching another, removing one."""

from __future__ import annotations

from dataclasses import dataclass

import gradio as gr
from rich.filesize import decimal

from agent.models.registry import find_library, find_provider
from errors import AssayError
from message import joined, say
from setup import catalog
from ui.base.look import UNSEEN, Updates, build_text
from ui.live.pulling import Pulling
from ui.live.services import Services
from ui.run.tab import RunTab, found_models
from wording import without_secrets

TICK_SECONDS = 0.5


@dataclass(frozen=True, slots=True)
class ModelFields:
    """The fields of the section."""

    fetchable: gr.Dropdown
    fetch: gr.Button
    cancel: gr.Button
    installed: gr.Dropdown
    remove: gr.Button
    sure: gr.Group
    yes: gr.Button
    no: gr.Button
    said: gr.Textbox
    timer: gr.Timer


def build_model_settings(services: Services, tab: gr.Tab, run_tab: RunTab) -> None:
    """Put the fields into the column that is being built, and wire them."""
    build_text(say("Models on this computer"), "h2")
    gr.Textbox(
        without_secrets(services.settings.ollama_host),
        label=say("Address of Ollama, from OLLAMA_HOST"),
        interactive=False,
    )
    fetchable = gr.Dropdown(
        [], label=say("Fetch a model"), allow_custom_value=True, info=say("Pick one, or type a name.")
    )
    with gr.Row():
        fetch = gr.Button(say("Fetch it"), min_width=80)
        cancel = gr.Button(say("Cancel"), interactive=False, min_width=80)
    installed = gr.Dropdown([], label=say("Remove a model"), filterable=False)
    remove = gr.Button(say("Remove it from this computer"), variant="stop")
    with gr.Group(visible=False) as sure:
        build_text(say("Remove this model? To use it again, it has to be downloaded again."), padding=True)
        with gr.Row():
            yes, no = gr.Button(say("Remove it for good"), variant="stop"), gr.Button(say("Keep it"))
    # It is there once it says something: only an empty field shows a placeholder.
    said = gr.Textbox("", label=say("State of the models"), placeholder=" ", interactive=False, elem_id="model-state")
    timer = gr.Timer(TICK_SECONDS, active=False)
    _wire(services, tab, run_tab, ModelFields(fetchable, fetch, cancel, installed, remove, sure, yes, no, said, timer))


def _wire(services: Services, tab: gr.Tab, run_tab: RunTab, fields: ModelFields) -> None:
    shown = [fields.said, fields.timer, fields.fetch, fields.cancel]
    lists = [fields.fetchable, fields.installed]

    def fetch(name: str | None) -> Updates:
        if not (name or "").strip():
            return {fields.said: say("Pick a model to fetch, or type its name.")}
        try:
            provider, _, known_as = find_library(name or "")
        except AssayError as problem:
            return {fields.said: problem.in_words}
        services.puller.start(f"{provider.prefix}:{known_as}")
        return _progress(services, fields)

    def ask(spec: str | None) -> Updates:
        return {fields.sure: gr.Group(visible=bool(spec)), fields.said: "" if spec else say("Pick a model to remove.")}

    def remove(spec: str | None) -> Updates:
        return {fields.sure: gr.Group(visible=False), fields.said: _remove(services, spec)}

    def tick(*picked: str) -> Updates:
        updates = _progress(services, fields)
        return updates if services.puller.state.going_on else updates | what_is_there(*picked)

    def what_is_there(*picked: str) -> Updates:
        return _lists(services, fields) | found_models(services, run_tab, *picked)

    everywhere = [*lists, *run_tab.models]
    tab.select(lambda: _lists(services, fields), None, lists, **UNSEEN)
    tab.select(lambda: _progress(services, fields), None, shown, **UNSEEN)
    fields.fetch.click(fetch, fields.fetchable, shown, **UNSEEN)
    fields.cancel.click(services.puller.cancel, None, None, **UNSEEN)
    fields.timer.tick(tick, run_tab.picked, [*shown, *everywhere], **UNSEEN)
    fields.remove.click(ask, fields.installed, [fields.sure, fields.said], **UNSEEN)
    gr.on([fields.no.click, fields.installed.input], lambda: gr.Group(visible=False), None, fields.sure, **UNSEEN)
    removed = fields.yes.click(remove, fields.installed, [fields.sure, fields.said], api_visibility="private")
    removed.then(what_is_there, run_tab.picked, everywhere, **UNSEEN)


def _lists(services: Services, fields: ModelFields) -> Updates:
    choices = [choice for choice in catalog.catalog(services.settings) if find_provider(choice.spec)[0].library]
    missing = [(joined(", ", (choice.label, choice.note)), choice.spec) for choice in choices if not choice.installed]
    here = [(choice.label, choice.spec) for choice in choices if choice.installed]
    return {fields.fetchable: gr.Dropdown(missing), fields.installed: gr.Dropdown(here, value=None)}


def _progress(services: Services, fields: ModelFields) -> Updates:
    state = services.puller.state
    return {
        fields.said: _said(state),
        fields.timer: gr.Timer(active=state.going_on),
        fields.fetch: gr.Button(interactive=not state.going_on),
        fields.cancel: gr.Button(interactive=state.going_on),
    }


def _said(state: Pulling) -> str:
    if not state.spec:
        return ""
    said = joined("", (f"{state.spec}: ", state.message))
    if not (state.going_on and state.total_bytes):
        return said
    return say(
        "%(said)s, %(completed)s of %(total)s (%(share)s %%)",
        said=said,
        completed=decimal(state.completed_bytes),
        total=decimal(state.total_bytes),
        share=100 * state.completed_bytes // state.total_bytes,
    )


def _remove(services: Services, spec: str | None) -> str:
    try:
        catalog.remove(spec or "", services.settings)
    except AssayError as problem:
        return problem.in_words
    return say("%(spec)s was removed.", spec=spec or "")
