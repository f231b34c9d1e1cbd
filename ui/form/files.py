"""The files that come with a task: dropped onto the page, sent to its API, or those of an earlier run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import gradio as gr
from gradio.blocks import Block
from gradio.components import Component
from gradio.data_classes import FileData, ListFiles
from gradio.processing_utils import check_all_files_in_cache
from pydantic import ValidationError

from agent.errors import BadFiles
from agent.inputs import Given, read_inputs
from agent.types import Request
from message import say, say_count
from storage.store import Store
from ui.base.importing import without_interface_files
from ui.base.look import LAST_OF_EACH
from ui.form.draft import build_dropped_again
from wording import cut, printable

LABEL = say("Files that it works on: drop them here, a folder as a zip")

# Files that are dropped beside a field for them are taken by that of the form, if it is shown.
DROPPED_ANYWHERE = """
<script>
  const drags = ({dataTransfer, target}) =>
    dataTransfer?.types.includes("Files") && !target.closest?.(".upload-container");
  const mark = (dragging) => document.documentElement.classList.toggle("dragging", dragging);
  addEventListener("dragover", (event) => {
    if (!drags(event)) return;
    event.preventDefault();  // else the browser would show the file in place of the page
    mark(true);
  });
  addEventListener("dragleave", ({relatedTarget}) => { if (!relatedTarget) mark(false); });
  addEventListener("drop", (event) => {
    mark(false);
    if (!drags(event)) return;
    event.preventDefault();
    const field = document.querySelector("#files .upload-container");
    if (field?.offsetParent) field.dispatchEvent(new DragEvent("drop", {dataTransfer: event.dataTransfer}));
  }, true);
</script>
"""

Asked = tuple[Request, Mapping[str, bytes]]
"""What a run is started with: a request, and the contents of its files."""


with without_interface_files():
    # Gradio makes a component anew from its class and its arguments whenever an event could have changed it: whatever
    # else was set on it is gone by then. So what is ours about one stands in its class, or in its arguments.
    class Upload(gr.File):
        """A field for files, which gives a list of `Given`: Gradio's own gives paths, in whose names `$` and `!` are
        missing."""

        is_template = True
        """So that the browser draws it as what it is made of."""

        def preprocess(self, payload: ListFiles | FileData | None) -> Any:
            """What was dropped."""
            return [_given(file) for file in payload.root] if isinstance(payload, ListFiles) else []


@dataclass(frozen=True, slots=True)
class FileFields:
    """`again` says which have to be dropped once more, `keep` whether those of the run `kept_of` are given again."""

    dropped: Upload
    again: gr.HTML
    keep: gr.Checkbox
    kept_of: gr.Textbox

    @property
    def inputs(self) -> list[Component]:
        """What `with_files` takes."""
        return [self.dropped, self.keep, self.kept_of]


def build_files() -> FileFields:
    """Put the fields into the column that is being built."""
    dropped, again = build_upload(LABEL, "files"), build_dropped_again()
    keep = gr.Checkbox(visible=False, elem_id="keep-files")
    return FileFields(dropped, again, keep, gr.Textbox("", visible=False))


def build_upload(label: str, name: str) -> Upload:
    """A field for files, which gives a list of `Given`."""
    field = Upload(label=label, file_count="multiple", height=64, elem_id=name, elem_classes="drop")
    field.change(None, field, field, js=LAST_OF_EACH, api_visibility="private")
    return field


def with_files(store: Store, request: Request, given: Sequence[Given], keep: bool = False, kept_of: str = "") -> Asked:
    """`request` with the files that were dropped, and those of the run `kept_of` that none of them replaces.

    Raises `BadFiles` and `StorageError`.
    """
    dropped = read_inputs(given, request.task, request.language)
    if not (keep and kept_of):
        return replace(request, left_out=dropped.left_out), dropped.files
    left_out = (*store.request(kept_of).left_out, *dropped.left_out)
    return replace(request, left_out=left_out), {**store.inputs(kept_of), **dropped.files}


def sent(files: Any) -> list[Given]:
    """The files that a program sent to the API. Raises `BadFiles`, and `gr.Error` for those that are not uploaded."""
    check_all_files_in_cache(files)  # an endpoint without components isn't checked by Gradio
    try:
        return [_given(file) for file in ListFiles.model_validate(files or []).root]
    except ValidationError as problem:
        raise BadFiles(
            say("What was sent is no list of uploaded files."), say("Make each with `handle_file` of gradio_client.")
        ) from problem


def offered_again(fields: FileFields, run_id: str, request: Request) -> dict[Block, Any]:
    """The fields, so that the files of a run are given again with its task."""
    names = printable(cut(", ".join(file.path for file in request.files), 300)).replace("\n", " ")
    label = say_count(
        "With %(count)s file of the run before: %(names)s",
        "With %(count)s files of the run before: %(names)s",
        len(request.files),
        names=names,
    )
    return {
        fields.dropped: None,
        fields.keep: gr.Checkbox(value=bool(request.files), label=label, visible=bool(request.files)),
        fields.kept_of: run_id if request.files else "",
    }


def _given(file: FileData) -> Given:
    return Given(Path(file.path), file.orig_name or Path(file.path).name)
