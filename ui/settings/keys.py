"""The keys of accounts: kept, tested and forgotten, but never sent back to the browser."""

from __future__ import annotations

import gradio as gr
from pydantic import SecretStr

from agent.models import registry
from agent.models.provider import Key, Provider
from errors import AssayError
from message import say
from setup import keys
from ui.base.look import UNSEEN, build_text
from ui.live.services import Services
from ui.run.tab import RunTab, found_models


def build_key_settings(services: Services, tab: gr.Tab, run_tab: RunTab) -> None:
    """Put the fields of every provider that needs a key into the column that is being built, and wire them."""
    for provider in registry.PROVIDERS:
        if provider.key:
            _build(services, tab, run_tab, provider, provider.key)


def _build(services: Services, tab: gr.Tab, run_tab: RunTab, provider: Provider, key: Key) -> None:
    build_text(provider.title, "h2")
    label = say("Key of your %(title)s account", title=provider.title)
    field = gr.Textbox("", label=label, type="password", placeholder=key.looks_like, elem_id=f"{provider.prefix}-key")
    with gr.Row():
        save, test, forget = (
            gr.Button(say("Save"), min_width=80),
            gr.Button(say("Test"), min_width=80),
            gr.Button(say("Forget"), min_width=80),
        )
    said = gr.Textbox("", label=say("State of the key"), interactive=False, elem_id=f"{provider.prefix}-key-state")

    pickers = run_tab.models
    tab.select(lambda: _state(services, key), None, said, **UNSEEN)
    saved = save.click(lambda typed: (_save(services, key, typed), ""), field, [said, field], api_visibility="private")
    saved.then(lambda *picked: found_models(services, run_tab, *picked), run_tab.picked, pickers, **UNSEEN)
    test.click(lambda typed: _test(services, provider, key, typed), field, said, api_visibility="private")
    forgotten = forget.click(lambda: (_forget(services, key), ""), None, [said, field], api_visibility="private")
    forgotten.then(lambda *picked: found_models(services, run_tab, *picked), run_tab.picked, pickers, **UNSEEN)


def _state(services: Services, key: Key) -> str:
    if key.value(services.settings):
        return say("The key comes from the environment variable %(variable)s.", variable=key.variable)
    return say("A key is kept.") if keys.load_key(services.settings, key) else say("No key is kept.")


def _save(services: Services, key: Key, typed: str) -> str:
    try:
        return keys.save_key(services.settings, key, SecretStr(typed))
    except AssayError as problem:
        return problem.in_words


def _test(services: Services, provider: Provider, key: Key, typed: str) -> str:
    """Test the key that was typed, or else the one that is kept."""
    tried = SecretStr(typed.strip()) if typed.strip() else keys.load_key(services.settings, key)
    if tried is None:
        return say("There is no key to test.")
    return keys.test_key(services.settings, provider, key, tried) or say("The key works.")


def _forget(services: Services, key: Key) -> str:
    try:
        keys.forget_key(services.settings, key)
    except AssayError as problem:
        return problem.in_words
    return _state(services, key)
