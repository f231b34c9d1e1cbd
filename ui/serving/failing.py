"""What fails is said on the page, beside what was pressed: events that break, and a server that doesn't answer."""

from __future__ import annotations

import logging

import gradio as gr
from gradio.block_function import BlockFunction

from translation import here
from ui.base.tongues import WORDS

log = logging.getLogger(__name__)

BY_ITSELF = ("tick", "load", "opened")
"""Events that nobody presses anything for."""

# Said in a box of its own that lies over the page: what Gradio draws, it also draws anew. Gradio's own box for errors
# isn't shown, see `style.css`: it speaks English, and stands in a corner.
TELLS_FAILURES = """
<script>{
  let pressed = null, told = null, leaving = false;
  addEventListener("pagehide", () => { leaving = true; });
  const forget = () => { told?.remove(); told = null; };
  const press = ({target}) => { if (!told?.contains(target)) { forget(); pressed = target; } };
  addEventListener("click", press, true);
  addEventListener("drop", press, true);
  addEventListener("keydown", (event) => { if (event.key === "Enter") press(event); }, true);

  const tell = (text, beside) => {
    if (leaving || told?.textContent === text) return;
    forget();
    told = Object.assign(document.createElement("div"), {id: "told", className: "problem"});
    told.setAttribute("role", "alert");
    document.body.append(told);
    told.append(Object.assign(document.createElement("p"), {textContent: text}));
    const place = beside?.isConnected ? beside.getBoundingClientRect() : null;
    if (!place?.width) return;  // else it stands at the lower edge
    const below = place.bottom + 8, room = innerHeight - told.offsetHeight - 8;
    told.style.top = `${Math.max(8, below < room ? below : Math.min(place.top - 8 - told.offsetHeight, room))}px`;
    told.style.left = `${Math.max(8, Math.min(place.left, innerWidth - told.offsetWidth - 8))}px`;
    told.style.bottom = told.style.right = "auto";
  };
  window.assayTell = tell;
  window.assayFailed = (isPressed) => { tell(assayWords.failed, isPressed ? pressed : null); return []; };

  const ask = window.fetch;
  window.fetch = async (...asked) => {
    const isOwn = new URL(asked[0]?.url ?? asked[0], location.href).pathname.includes("/gradio_api/");
    try {
      const answer = await ask(...asked);
      if (isOwn && answer.ok && told?.textContent === assayWords.lost) forget();
      // Assay itself refuses in a sentence; what Gradio answers is no text.
      const refuses = isOwn && !answer.ok && answer.headers.get("content-type")?.startsWith("text/plain");
      if (refuses && asked[1]?.method === "POST") tell(await answer.clone().text(), pressed);
      return answer;
    } catch (problem) {
      if (isOwn && problem.name !== "AbortError") tell(assayWords.lost, null);
      throw problem;
    }
  };
}</script>
"""


def wire_failures(page: gr.Blocks) -> None:
    """Have every event of `page` say so where it fails. To be called once all of them are wired, inside of the page."""
    for number, event in list(page.fns.items()):
        if event.fn is not None and event.api_visibility != "public":
            is_pressed = "false" if _comes_by_itself(page, event) else "true"
            page.default_config.set_event_trigger(
                [],
                fn=None,
                inputs=None,
                outputs=None,
                js=f"() => assayFailed({is_pressed})",
                trigger_after=number,
                trigger_only_on_failure=True,
                api_visibility="private",
                queue=False,
                show_progress="hidden",
            )


def _comes_by_itself(page: gr.Blocks, event: BlockFunction) -> bool:
    """Whether nobody pressed anything for it, nor for what it comes after."""
    if event.trigger_after is not None:
        return _comes_by_itself(page, page.fns[event.trigger_after])
    return any(name in BY_ITSELF for _, name in event.targets)


def failure_of(event: BlockFunction, problem: Exception) -> gr.Error:
    """What the page is told of an event in which something unexpected went wrong. The details go into the log."""
    is_api = event.api_visibility == "public"
    if is_api and isinstance(problem, gr.Error):  # in plain words already
        return problem
    log.error("the event %s of the page failed", event.name, exc_info=problem)
    return gr.Error(here().text(WORDS["failed"]), visible=False, print_exception=False)
