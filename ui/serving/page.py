"""The page: four tabs on the same services."""

from __future__ import annotations

import gradio as gr

from message import say
from translation import TONGUES
from ui.base.look import CHOOSE_LANGUAGE, UNSEEN, build_html
from ui.base.templating import render
from ui.form.model_list import look_for_models
from ui.history.tab import build_history_tab
from ui.live.services import Services
from ui.run.examples import wire_examples
from ui.run.first_model import wire_first_model
from ui.run.tab import RunTab, build_run_tab, filled
from ui.serving.api import add_api
from ui.serving.failing import wire_failures
from ui.serving.gate import KEPT_SECONDS
from ui.serving.translated_page import TranslatedPage
from ui.settings.tab import build_settings_tab
from ui.shelf.tab import build_shelf_tab

HOUR = 3600
# Why: docs/decisions.md, "The page is served by our own uvicorn, and Gradio is kept from needless work"
LOOKS_EVERY = 0.02
"""In seconds; on Windows Gradio itself takes more."""


def build_page(services: Services) -> gr.Blocks:
    """The page, ready to be launched."""
    page = TranslatedPage(
        title="Assay", analytics_enabled=False, fill_width=True, delete_cache=(HOUR, int(KEPT_SECONDS))
    )
    with page:
        add_api(services)  # first, so that the names are still free
        build_html("heading", lambda: render("heading", tongues=TONGUES.values()), script=CHOOSE_LANGUAGE)
        with gr.Tabs(elem_id="main") as tabs:
            with gr.Tab(say("Build"), id="build"):
                run_tab = build_run_tab(services, tabs)
                wire_examples(services, run_tab)
                wire_first_model(services, run_tab)
            build_shelf_tab(services, tabs, run_tab)
            build_history_tab(services, tabs, run_tab)
            build_settings_tab(services, page, run_tab)
        _wire_load(services, page, run_tab)
        run_tab.keep_drafts(page)
        wire_failures(page)
    page.queue(default_concurrency_limit=8)
    # Gradio looks a thousand times a second whether anybody asked for anything: 6 % of a core while nobody does.
    page._queue.sleep_when_free = page._queue.progress_update_sleep_when_free = LOOKS_EVERY
    return page


def _wire_load(services: Services, page: gr.Blocks, tab: RunTab) -> None:
    """A page that is opened finds out which models there are."""
    found = gr.State()
    looked = page.load(lambda: look_for_models(services.settings), None, found, **UNSEEN)
    # Once they are known: meanwhile somebody may have picked one.
    looked.then(lambda *known: filled(services, tab, *known), [found, *tab.picked], tab.models, **UNSEEN)
