"""What the page is built of, and the little scripts that run in the browser. Nothing is loaded from other servers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from html import escape
from typing import Any

import gradio as gr
from gradio.blocks import Block

from translation import here
from ui.base.tongues import COOKIE

Updates = dict[Block, Any]
"""New values or properties, by component."""

HIDDEN: dict[str, Any] = {"show_progress": "hidden", "show_progress_on": [], "api_visibility": "private"}
"""For events that show nothing of how far they are. Without the empty list Gradio would still tell all their outputs,
and with every later event of the page it tells all that ever were, twice."""
UNSEEN: dict[str, Any] = {"queue": False, **HIDDEN}
"""For what happens in the background: not queued behind anything, and nothing flickers."""

THEME_KEY = "assay-theme"

# Before Gradio starts, so that the page never flashes up in the wrong theme.
HEAD = f"""
<script>
  const url = new URL(location.href);
  const theme = localStorage.getItem("{THEME_KEY}");
  if (theme === "light" || theme === "dark") url.searchParams.set("__theme", theme);
  else url.searchParams.delete("__theme");
  history.replaceState(null, "", url);
  localStorage.setItem("assay-path", location.pathname);
  const signs = [["Windows", /Windows/], ["macOS", /Macintosh/], ["Linux", /Linux(?!.*Android)/]];
  document.documentElement.dataset.system = signs.find(([, sign]) => sign.test(navigator.userAgent))?.[0] ?? "";
  // What Gradio draws itself, and no browser may translate: code, and the names of files.
  const asItIs = ".cm-editor, .file-preview, .file-name";
  const written = "textarea, input:is(:not([type]), [type=text], [type=search])";
  new MutationObserver((changes) => {{
    for (const {{addedNodes}} of changes) for (const one of addedNodes) {{
      if (one.nodeType !== Node.ELEMENT_NODE) continue;
      for (const found of one.querySelectorAll(asItIs)) found.translate = false;
      if (one.matches(asItIs)) one.translate = false;
      // What a person writes may be in another script than the page is; Gradio says "ltr" of all of it.
      for (const field of one.querySelectorAll(written)) field.dir = "auto";
    }}
  }}).observe(document, {{childList: true, subtree: true}});
  addEventListener("keydown", (event) => {{
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    const field = event.target.closest("#task, #wish");
    if (field) document.getElementById(field.id === "task" ? "run" : "go-on").click();
  }});
</script>
"""

# A page without a run in its address needn't ask for one. No timer does it: they stand still in tabs that nobody sees.
# Back and Forward lead from the run to the form, and to the run again.
OPENS_RUN = """
if (new URL(location.href).searchParams.get('run')) trigger('opened');
addEventListener('popstate', () => trigger('opened'));
"""
RUN_IN_ADDRESS = "() => new URL(location.href).searchParams.get('run') ?? ''"

# For a timer whose event failed: it would ask again at once, and so on.
TRY_LATER = '() => ({__type__: "update", value: 3})'

# The form makes room for the run, or the run for the form: whoever uses a keyboard goes on there.
# What was kept of what was typed, see `draft.py`, has become the run.
SHOW_IN_ADDRESS = """(run) => {
  const url = new URL(location.href);
  const before = url.searchParams.get("run") || "";
  if (run) url.searchParams.set("run", run); else url.searchParams.delete("run");
  if (run === before) return;
  history.pushState(null, "", url);
  for (const name of DRAFTS) sessionStorage.removeItem(`assay-${name}`);
  scrollTo(0, 0);
  const asks = document.body.dataset.pressed === "model";
  const goOn = (tries) => {
    const next = document.querySelector(run ? "#asked summary" : asks ? "#model select" : "#task textarea");
    if (next?.offsetParent) next.focus({preventScroll: true});
    else if (tries) requestAnimationFrame(() => goOn(tries - 1));
  };
  goOn(120);
}"""

# What was asked for is in sight, and where there is something to say about it, the cursor is there.
SEE_DETAILS = """() => requestAnimationFrame(() => {
  const pressed = document.body.dataset.pressed || "";
  delete document.body.dataset.pressed;
  const plan = document.querySelector("#plan .assay-plan");
  if (pressed.startsWith("right") || pressed === "take-back") return;
  if (pressed === "see:change") document.querySelector("#wish textarea")?.focus();
  else if (pressed === "see:plan") {
    for (const fold of plan?.querySelectorAll("details") ?? []) fold.open = true;
    (plan?.querySelector(".assay-example, .assay-plan-build") ?? plan)?.scrollIntoView({block: "center"});
    plan?.querySelector(".assay-example input, .assay-plan-build")?.focus({preventScroll: true});
  }
  else if (pressed.startsWith("see:")) document.getElementById("details")?.scrollIntoView({block: "start"});
})"""

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

IN_SIGHT = """
watch('value', () => { if (element.querySelector('.problem')) element.scrollIntoView({block: 'nearest'}); });
"""

# What was asked for stands below the list, maybe out of sight.
CHANGED_IN_SIGHT = """
watch('value', () => element.querySelector('.assay-changed')?.focus());
"""

KEEP_FOLDS = """
const name = (fold) => fold.id || fold.dataset.key || fold.querySelector('summary')?.textContent;
const unfolded = new Set();
element.addEventListener('toggle', (event) => {
  if (event.target.name) return;  // a question isn't asked again by itself
  if (event.target.open) unfolded.add(name(event.target)); else unfolded.delete(name(event.target));
}, true);
watch('value', () => element.querySelectorAll('details').forEach((fold) => {
  if (unfolded.has(name(fold))) fold.open = true;
}));
"""

# Of files that have the same name the last one stays: it is the corrected one. Gradio puts a button into a button here,
# and calls the outer one `common.upload`.
LAST_OF_EACH = """(files) => {
  requestAnimationFrame(() => {
    const attributes = {role: 'group', tabindex: -1, title: '', 'aria-label': window.assayWords['more-files']};
    for (const outer of document.querySelectorAll('.icon-button:has(.upload-container)')) {
      for (const [name, value] of Object.entries(attributes)) outer.setAttribute(name, value);
    }
  });
  const last = [...new Map((files ?? []).map((file) => [file.orig_name, file])).values()];
  return [last.length === (files ?? []).length ? {__type__: 'update'} : last];
}"""

# What was just made is saved at once.
DOWNLOAD = """(file) => {
  if (!file || !file.url) return;
  const link = Object.assign(document.createElement('a'), {href: file.url, download: file.orig_name || ''});
  document.body.append(link);
  link.click();
  link.remove();
}"""

# The page is sent anew in the language that was chosen.
CHOOSE_LANGUAGE = f"""
element.addEventListener('change', ({{target}}) => {{
  document.cookie = `{COOKIE}=${{target.value}}; path=/; max-age=31536000; samesite=lax`;
  location.reload();
}});
"""

# Which of its buttons was pressed.
ACTIONS = """
element.addEventListener('click', (event) => {
  const button = event.target.closest('[data-action]');
  if (!button) return;
  document.body.dataset.pressed = button.dataset.action;
  trigger('click', {action: button.dataset.action});
});
"""

# What is in the fields goes to the server as it is; there it is compared with the plan.
PLAN_ANSWERS = (
    ACTIONS
    + """
element.addEventListener('submit', (event) => {
  event.preventDefault();
  trigger('click', {action: 'build', fields: Object.fromEntries(new FormData(event.target))});
});
element.addEventListener('input', ({target}) => {
  const [part, number] = (target.name || '').split('-');
  const field = (name) => target.form.elements[name];
  if (part === 'own') field(`choice-${number}`).value = 'own';
  if (part === 'outcome') field(`right-${number}`).checked = true;
});
"""
)

UNFOLD = """
element.addEventListener('click', ({target}) => {
  const fold = target.closest('.fold');
  if (fold) fold.setAttribute('aria-expanded', String(fold.getAttribute('aria-expanded') !== 'true'));
});
"""

# Gradio's page about the API opens by a button in its footer, which isn't shown.
SHOW_API = """
element.addEventListener('click', (event) => {
  if (!event.target.closest('[data-action]')) return;
  document.querySelector('footer .show-api')?.click();
  named.observe(document.body, {childList: true, subtree: true, characterData: true});
});
// Programs come in at the plain address, and the path is a secret of this start.
const inside = location.origin + location.pathname.replace(/\\/$/, '');
const plainly = (text) => text.replaceAll(inside, location.origin);
const write = navigator.clipboard?.writeText;
if (write) navigator.clipboard.writeText = (text) => write.call(navigator.clipboard, plainly(text));
// What in it has no name gets one, for who hears the page.
const named = new MutationObserver(() => {
  const docs = document.querySelector('.api-docs');
  if (!docs) return;
  const label = (one, name) => one.getAttribute('aria-label') || one.setAttribute('aria-label', name);
  for (const one of docs.querySelectorAll('button')) {
    if (!one.textContent.trim()) label(one, assayWords[one.matches('.copy-button') ? 'copy' : 'close']);
  }
  for (const one of docs.querySelectorAll('.tool-checkbox')) label(one, one.parentElement.textContent.trim());
  for (const one of docs.querySelectorAll('li.snippet')) one.parentElement.setAttribute('role', 'list');
  const texts = document.createTreeWalker(docs, NodeFilter.SHOW_TEXT);
  for (let one = texts.nextNode(); one; one = texts.nextNode()) {
    if (one.data.includes(inside) && inside !== location.origin) one.data = plainly(one.data);
  }
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


def as_typed(field: str) -> str:
    """A script that gives an event what stands in the text field of this id now, in place of what Gradio knows of it.

    It takes over what is typed one drawing later, and Enter may come before. The field's is the last of two values.
    """
    return f"(state, line) => [state, document.querySelector('#{field} :is(input, textarea)')?.value ?? line]"


def build_html(
    name: str,
    value: str | Callable[[], str] = "",
    live: bool = False,
    script: str = "",
    answers: Sequence[Callable[..., Any]] = (),
) -> gr.HTML:
    """A place for HTML that the templates made; `live` ones are read out when they change.

    What has words of ours in it from the beginning is given as a function, which is called for each language. The
    script may call what `answers`, under its name: it runs on the server.
    """
    drawn = value() if callable(value) else value
    place = gr.HTML(
        drawn,
        elem_id=name,
        js_on_load=KEEP_FOLDS + (LIVE if live else "") + script,
        server_functions=list(answers) or None,
        apply_default_css=False,
    )
    if callable(value):
        draw = value
        draw_anew(place, lambda: {"value": draw()})
    return place


def draw_anew(place: gr.HTML, drawn: Callable[[], dict[str, object]]) -> None:
    """Have `TranslatedPage` draw it anew in each language: `drawn` gives the properties that it then has."""
    place.drawn = drawn  # type: ignore[attr-defined]


def build_text(sentence: str, tag: str = "p", padding: bool = False) -> gr.HTML:
    """A heading, or a paragraph, that stays as it is."""

    def drawn() -> str:
        return f"<{tag}>{escape(here().text(sentence))}</{tag}>"

    text = gr.HTML(drawn(), padding=padding)
    draw_anew(text, lambda: {"value": drawn()})
    return text


@contextmanager
def fold(title: str, name: str) -> Iterator[None]:
    """What is built in the block is folded away under `title` at first.

    Gradio's own fold gives its fields their first values again once they are drawn, also those that were typed into
    meanwhile. This one only hides them.
    """

    def drawn() -> str:
        said = escape(here().text(title))
        return f'<button type="button" class="fold" aria-expanded="false" aria-controls="{name}">{said}</button>'

    build_html(f"{name}-fold", drawn, script=UNFOLD)
    with gr.Column(elem_id=name, elem_classes="folded"):
        yield
