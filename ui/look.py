"""How the page looks, and the little scripts that run in the browser. Nothing is loaded from other servers."""

from __future__ import annotations

from typing import Any

import gradio as gr
from gradio.blocks import Block
from gradio.themes.utils import colors

Updates = dict[Block, Any]
"""New values or properties, by component."""

THEME_KEY = "assay-theme"

# Before Gradio starts, so that the page never flashes up in the wrong theme.
HEAD = f"""
<script>
  const url = new URL(location.href);
  const theme = localStorage.getItem("{THEME_KEY}");
  if (theme === "light" || theme === "dark") url.searchParams.set("__theme", theme);
  else url.searchParams.delete("__theme");
  history.replaceState(null, "", url);
  document.documentElement.lang = "en";
</script>
"""

SHOW_IN_ADDRESS = """(run) => {
  const url = new URL(location.href);
  if (run) url.searchParams.set("run", run); else url.searchParams.delete("run");
  history.replaceState(null, "", url);
  if (run && innerWidth < 700) document.getElementById("the-run").scrollIntoView();
}"""

SET_THEME = f"""(theme) => {{
  const url = new URL(location.href);
  if (theme === "system") {{
    localStorage.removeItem("{THEME_KEY}");
    url.searchParams.delete("__theme");
  }} else {{
    localStorage.setItem("{THEME_KEY}", theme);
    url.searchParams.set("__theme", theme);
  }}
  history.replaceState(null, "", url);
  const dark = theme === "system" ? matchMedia("(prefers-color-scheme: dark)").matches : theme === "dark";
  document.body.classList.toggle("dark", dark);
}}"""

READ_THEME = f"""() => localStorage.getItem("{THEME_KEY}") || "system\""""

# Says changes aloud, and keeps what the user unfolded unfolded when the content is replaced.
LIVE = """
element.setAttribute('aria-live', 'polite');
"""

KEEP_FOLDS = """
const name = (fold) => fold.id || fold.dataset.key || fold.querySelector('summary')?.textContent;
const unfolded = new Set();
element.addEventListener('toggle', (event) => {
  if (event.target.open) unfolded.add(name(event.target)); else unfolded.delete(name(event.target));
}, true);
watch('value', () => element.querySelectorAll('details').forEach((fold) => {
  if (unfolded.has(name(fold))) fold.open = true;
}));
"""

# Gradio puts a button into a button here, and calls the outer one `common.upload`.
NAME_UPLOAD = """() => requestAnimationFrame(() => {
  const attributes = {role: 'group', tabindex: -1, title: '', 'aria-label': 'More files'};
  for (const outer of document.querySelectorAll('.icon-button:has(.upload-container)')) {
    for (const [name, value] of Object.entries(attributes)) outer.setAttribute(name, value);
  }
})"""

# What is in the fields goes to the server as it is; there it is compared with the plan.
PLAN_ANSWERS = """
element.addEventListener('submit', (event) => {
  event.preventDefault();
  trigger('click', {action: 'build', fields: Object.fromEntries(new FormData(event.target))});
});
element.addEventListener('click', (event) => {
  const button = event.target.closest('[data-action]');
  if (button) trigger('click', {action: button.dataset.action});
});
element.addEventListener('input', ({target}) => {
  const [part, number] = (target.name || '').split('-');
  const field = (name) => target.form.elements[name];
  if (part === 'own') field(`choice-${number}`).value = 'own';
  if (part === 'outcome') field(`right-${number}`).checked = true;
});
"""

# Plain clicks on a run or one of its buttons stay on the page; with Ctrl or the middle button it opens in a new tab.
RUN_CLICKS = """
element.addEventListener('click', (event) => {
  const target = event.target.closest('[data-action]');
  if (!target || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  trigger('click', {action: target.dataset.action, run: target.dataset.run});
});
"""


def build_html(name: str, value: str = "", live: bool = False, script: str = "") -> gr.HTML:
    """A place for HTML that the templates made; `live` ones are read out when they change."""
    script = KEEP_FOLDS + (LIVE if live else "") + script
    return gr.HTML(value, elem_id=name, js_on_load=script, apply_default_css=False)


def make_theme() -> gr.themes.Base:
    """The theme: the system's own fonts, and enough contrast for small print in light and dark."""
    return gr.themes.Default(
        primary_hue=colors.indigo,
        secondary_hue=colors.indigo,
        neutral_hue=colors.slate,
        font=("system-ui", "sans-serif"),
        font_mono=("ui-monospace", "Consolas", "monospace"),
    ).set(
        body_text_color_subdued="*neutral_600",
        body_text_color_subdued_dark="*neutral_300",
        block_info_text_color="*neutral_600",
        block_info_text_color_dark="*neutral_300",
        input_placeholder_color="*neutral_500",
        input_placeholder_color_dark="*neutral_400",
        color_accent="*primary_600",
        color_accent_soft_dark="*primary_900",
        button_cancel_background_fill=colors.red.c700,
        button_cancel_background_fill_hover=colors.red.c800,
        button_cancel_background_fill_dark=colors.red.c700,
        button_cancel_background_fill_hover_dark=colors.red.c800,
        button_primary_background_fill="*primary_600",
        button_primary_background_fill_hover="*primary_700",
        button_primary_background_fill_dark="*primary_600",
        button_primary_background_fill_hover_dark="*primary_700",
        button_primary_text_color="white",
        button_primary_text_color_dark="white",
    )
