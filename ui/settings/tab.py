"""The tab with everything that is set up once: models, key, sandbox, limits, theme."""

from __future__ import annotations

from typing import Any

import gradio as gr

from agent.types import Limits
from message import say
from setup.doctor import examine
from ui.base.look import HIDDEN, READ_THEME, SET_THEME, SHOW_API, UNSEEN, build_html, build_text
from ui.base.templating import render
from ui.form.form import build_limits
from ui.live.services import Services
from ui.run.tab import RunTab
from ui.settings.keys import build_key_settings
from ui.settings.models import build_model_settings

THEMES = [(say("As the system"), "system"), (say("Light"), "light"), (say("Dark"), "dark")]
LIMITS_KEY = "assay-limits"
NOT_A_SECRET = "assay"  # noqa: S105  (Gradio wants one; numbers need no hiding)
WITHOUT_QUICK = 4
"""How many limits there were before runs could be quick: a browser may remember those of then."""


def build_settings_tab(services: Services, page: gr.Blocks, run_tab: RunTab) -> None:
    """Put the tab into the tabs that are being built, and wire it."""
    with gr.Tab(say("Settings"), id="settings") as tab, gr.Row():
        with gr.Column(min_width=320):
            build_key_settings(services, tab, run_tab)
            build_model_settings(services, tab, run_tab)
            _build_limits(page, run_tab)
            _build_theme(page)
            build_html("for-programs", lambda: render("for_programs"), script=SHOW_API)
        with gr.Column(min_width=320):
            _build_doctor(services, tab)


def _build_doctor(services: Services, tab: gr.Tab) -> None:
    build_text(say("This computer"), "h2")
    findings = build_html("findings", lambda: render("usual", said=say("Looking…")))
    again = gr.Button(say("Look again"))

    def look() -> str:
        return render("findings", findings=list(examine(services.settings)))

    gr.on([tab.select, again.click], look, None, findings, **HIDDEN)


def _build_limits(page: gr.Blocks, run_tab: RunTab) -> None:
    """Limits for new runs, remembered by the browser."""
    build_text(say("Limits for new runs"), "h2")
    build_text(say("This browser remembers them."))
    fields = build_limits()
    save = gr.Button(say("Remember these limits"))
    remembered = gr.BrowserState(None, storage_key=LIMITS_KEY, secret=NOT_A_SECRET)
    targets = [*fields, *run_tab.form.limits]

    def remember(*values: float | bool | None) -> list[Any]:
        return [list(values), *values]

    def recall(values: Any) -> list[Any] | dict[str, Any]:
        usable = isinstance(values, list) and len(values) in (WITHOUT_QUICK, WITHOUT_QUICK + 1)
        kept = [*values, Limits().quick][: WITHOUT_QUICK + 1] if usable else []
        return [*kept, *kept] if usable else gr.skip()

    save.click(remember, list(fields), [remembered, *run_tab.form.limits], **UNSEEN)
    page.load(recall, remembered, targets, **UNSEEN)


def _build_theme(page: gr.Blocks) -> None:
    build_text(say("Look"), "h2")
    theme = gr.Radio(THEMES, value="system", label=say("Theme"), elem_id="theme")
    theme.input(None, theme, None, js=SET_THEME, api_visibility="private")
    page.load(None, None, theme, js=READ_THEME, api_visibility="private")
