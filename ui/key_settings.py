"""The key of a Claude account: kept, tested and forgotten, but never sent back to the browser."""

from __future__ import annotations

import gradio as gr
from pydantic import SecretStr

from errors import AssayError
from setup import keys
from ui.run_tab import UNSEEN, RunTab, found_models
from ui.services import Services


def build_key_settings(services: Services, tab: gr.Tab, run_tab: RunTab) -> None:
    """Put the fields into the column that is being built, and wire them."""
    gr.Markdown("## Claude")
    key = gr.Textbox(
        "", label="Key of your Claude account", type="password", placeholder="sk-ant-…", elem_id="claude-key"
    )
    with gr.Row():
        save, test, forget = gr.Button("Save", min_width=80), gr.Button("Test", min_width=80), gr.Button("Forget")
    said = gr.Textbox("", label="State of the key", interactive=False, elem_id="key-state")

    pickers = [run_tab.form.model, run_tab.change.model]
    tab.select(lambda: _state(services), None, said, **UNSEEN)
    saved = save.click(lambda typed: (_save(services, typed), ""), key, [said, key], api_visibility="private")
    saved.then(lambda picked: found_models(services, run_tab, picked), run_tab.form.model, pickers, **UNSEEN)
    test.click(lambda typed: _test(services, typed), key, said, api_visibility="private")
    forgotten = forget.click(lambda: (_forget(services), ""), None, [said, key], api_visibility="private")
    forgotten.then(lambda picked: found_models(services, run_tab, picked), run_tab.form.model, pickers, **UNSEEN)


def _state(services: Services) -> str:
    if services.settings.anthropic_api_key:
        return "The key comes from the environment variable ANTHROPIC_API_KEY."
    return "A key is kept." if keys.load_key(services.settings) else "No key is kept."


def _save(services: Services, typed: str) -> str:
    try:
        return keys.save_key(services.settings, SecretStr(typed))
    except AssayError as problem:
        return f"{problem.message} {problem.advice}"


def _test(services: Services, typed: str) -> str:
    """Test the key that was typed, or else the one that is kept."""
    key = SecretStr(typed.strip()) if typed.strip() else keys.load_key(services.settings)
    if key is None:
        return "There is no key to test."
    return keys.test_key(services.settings, key) or "The key works."


def _forget(services: Services) -> str:
    try:
        keys.forget_key(services.settings)
    except AssayError as problem:
        return f"{problem.message} {problem.advice}"
    return _state(services)
