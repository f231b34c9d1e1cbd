"""What somebody typed and picked and hasn't sent yet is there again after the page was loaded anew, in the same tab."""

from __future__ import annotations

from collections.abc import Sequence

import gradio as gr

from ui.base.look import UNSEEN, build_html

# Read before Gradio fills its fields, and only then; the storage is the tab's own, and gone when it is closed.
Field = gr.Checkbox | gr.Dropdown | gr.HTML | gr.Number | gr.Textbox
"""What a person puts something into."""
READ_DRAFTS = """
<script>{
  const read = (name) => { try { return JSON.parse(sessionStorage.getItem(name)); } catch { return null; } };
  window.assayDrafts = Object.fromEntries(Object.keys(sessionStorage).filter((name) => name.startsWith("assay-"))
    .map((name) => [name, read(name)]));
}</script>
"""
KEEP = "(...values) => { sessionStorage.setItem('assay-NAME', JSON.stringify(values)); return []; }"
GIVE_BACK = "() => { const kept = assayDrafts['assay-NAME']; return kept?.length === COUNT ? kept : []; }"
KEEP_NAMES = """(files) => {
  sessionStorage.setItem('assay-files', JSON.stringify((files ?? []).map((file) => file.orig_name)));
  return '';
}"""
ASK_FOR_FILES = """() => {
  const names = assayDrafts['assay-files'] ?? [];
  const said = Object.assign(document.createElement('p'), {className: 'assay-quiet'});
  said.textContent = `${assayWords['drop-again']} ${names.join(', ')}`;
  said.setAttribute('role', 'status');
  return names.length ? said.outerHTML : '';
}"""


def build_dropped_again() -> gr.HTML:
    """The place where it is said which files have to be dropped once more."""
    return build_html("dropped-again")


def keep_draft(page: gr.Blocks, name: str, fields: Sequence[Field]) -> None:
    """Have what a person puts into the `fields` kept by this `name`, and put back when the page is opened."""
    changed = [field.input for field in fields]
    gr.on(changed, None, list(fields), None, js=KEEP.replace("NAME", name), **UNSEEN)
    give_back = GIVE_BACK.replace("NAME", name).replace("COUNT", str(len(fields)))
    page.load(None, None, list(fields), js=give_back, **UNSEEN)


def keep_names(page: gr.Blocks, dropped: gr.File, place: gr.HTML) -> None:
    """Say in `place`, when the page is opened, which files were dropped before: a browser gives no file twice."""
    dropped.change(None, dropped, place, js=KEEP_NAMES, **UNSEEN)
    page.load(None, None, place, js=ASK_FOR_FILES, **UNSEEN)
