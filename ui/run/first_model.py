"""The way to a first model from the form: one press fetches one, or keeps a key, and what was typed stays there."""

from __future__ import annotations

from typing import Any

import gradio as gr
from pydantic import SecretStr

from errors import AssayError
from setup import keys
from setup.beginning import local_offer, set_up
from ui.base.look import UNSEEN, Updates
from ui.form.model_cards import here_html, mark_of, paid_html, with_key
from ui.form.model_list import FoundModels, look_for_models
from ui.live.services import Services
from ui.run.tab import RunTab, filled


def wire_first_model(services: Services, tab: RunTab) -> None:
    """Have the cards act, and models that came meanwhile appear."""
    cards = tab.form.model_cards

    def here(event: gr.EventData, *picked: str) -> Any:
        action, puller = getattr(event, "action", ""), services.puller
        if action == "cancel":
            puller.cancel()
        elif action == "fetch" and (offer := local_offer(services.settings)):
            puller.start(offer.spec, set_up)
        if puller.state.going_on:
            return {cards.here: here_html(None, puller.state)}
        found = look_for_models(services.settings)
        same = not found.usable and getattr(event, "mark", "") == mark_of(found.offer, puller.state)
        return gr.skip() if same else _filled(services, tab, found, picked)

    def paid(event: gr.EventData, *picked: str) -> Updates:
        problem = _kept(services, SecretStr(str(getattr(event, "key", "")).strip()))
        if problem:
            return {cards.paid: paid_html(problem)}
        return _filled(services, tab, look_for_models(services.settings), picked)

    cards.here.click(here, tab.picked, tab.models, **UNSEEN)
    cards.paid.click(paid, tab.picked, tab.models, api_visibility="private", show_progress_on=[cards.paid])


def _filled(services: Services, tab: RunTab, found: FoundModels, picked: tuple[str, ...]) -> Updates:
    """The first model is picked by itself: before, there was only the demo."""
    form, *others = picked
    return filled(services, tab, found, "" if found.usable else form, *others)


def _kept(services: Services, typed: SecretStr) -> str:
    """Why the key isn't taken; empty where it works and is kept."""
    provider = with_key()
    if provider.key is None:
        return ""
    try:
        problem = keys.test_key(services.settings, provider, provider.key, typed)
        if not problem:
            keys.save_key(services.settings, provider.key, typed)
    except AssayError as failure:
        return failure.in_words
    return problem
