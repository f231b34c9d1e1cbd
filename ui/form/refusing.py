"""Files that are too large are refused in our words before they are sent, and no run begins that lacks them unsaid."""

from __future__ import annotations

from sandbox.base import MOST_FILE_BYTES

# Gradio itself would leave such a file out and say so in a corner, in English, and a run would begin without it.
REFUSES_LARGE = f"""
<script>{{
  const MOST = {MOST_FILE_BYTES};
  let missing = "", warned = false;
  const tell = (names, more, beside) => setTimeout(() =>  // what is pressed first ends what was told before
    assayTell(assayWords["too-large"].replace("{{names}}", names) + more, beside));

  const parted = (files) => {{
    const taken = new DataTransfer();
    let room = MOST;
    const large = [...files].filter((file) => file.size > room || (taken.items.add(file), room -= file.size, false));
    return [taken, large.map((file) => file.name).join(", ")];
  }};
  const look = (event, files, again) => {{
    const field = event.target.closest?.(".upload-container");
    if (!field || !files?.length) return;
    const [taken, large] = parted(files);
    if (!large) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (taken.files.length) again(taken);
    if (field.closest("#files")) [missing, warned] = [large, false];
    tell(large, "", field);
  }};

  addEventListener("change", (event) => {{
    if (event.target.type !== "file") return;
    look(event, event.target.files, (taken) => {{
      event.target.files = taken.files;
      event.target.dispatchEvent(new Event("change", {{bubbles: true}}));
    }});
  }}, true);
  addEventListener("drop", (event) => look(event, event.dataTransfer?.files, (taken) =>
    event.target.dispatchEvent(new DragEvent("drop", {{dataTransfer: taken, bubbles: true, cancelable: true}}))), true);
  addEventListener("click", (event) => {{
    const run = event.target.closest?.("#run");
    if (!run || !missing) return;
    if (warned) {{ missing = ""; return; }}
    warned = true;
    event.stopImmediatePropagation();
    tell(missing, ` ${{assayWords["without-large"]}}`, run);
  }}, true);
}}</script>
"""
