"""What is new of the run that a page shows: the browser asks for it, and puts it where it belongs by itself.

Why: docs/decisions.md, "A page asks for what is new of its run, past Gradio's events".
"""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import gradio as gr

from errors import AssayError
from translation import translated
from ui.live.following import Following
from ui.live.watching import Parts, Shown, changes, turned

TURNED = {"turning": gr.update(active=True)}
"""The run began or ended, or can't be shown: `turning` brings all that the page needs then."""

# Only a component's own script has what the server answers to.
ASKS = "element.closest('#steps').assayNews = (run, shown) => server.news([run, shown]);\n"


def names(parts: Parts) -> tuple[str, ...]:
    """What there may be among the news, in the order in which the page is given it."""
    return ("shown", "turning", *parts.names)


def look(parts: Parts) -> str:
    """The script of a look for news, one at a time.

    What comes when another run is shown by then is dropped; where nobody answers, Gradio asks for the whole run, which
    says on the page that the server is gone, and waits for it.
    """
    return f"""async (run, shown) => {{
  const steps = document.getElementById("steps");
  if (!steps || steps.assayAsks) return [];
  steps.assayAsks = true;
  try {{
    const news = (await steps.assayNews?.(run, shown)) ?? {json.dumps(TURNED)};
    const isShown = (new URL(location.href).searchParams.get("run") ?? "") === run;
    return isShown ? {json.dumps(names(parts))}.map((name) => news[name]) : [];
  }} finally {{
    steps.assayAsks = false;
  }}
}}"""


def news_of(following: Following, parts: Parts) -> Callable[[Any], dict[str, Any]]:
    """What answers those looks: asked with a run's id and what of it is shown, it gives the parts that are to be shown
    anew, by name, with what is shown then."""

    def news(asked: Any) -> dict[str, Any]:
        match asked:
            case [str() as run_id, dict() as shown]:
                told: dict[str, Any] = translated(_news(following, parts, run_id, shown))
                return told
            case _:  # no page of ours
                return TURNED

    return news


def _news(following: Following, parts: Parts, run_id: str, shown: Shown) -> dict[str, Any]:
    try:
        snapshot = following.snapshot(run_id)
    except AssayError:
        return TURNED
    if turned(snapshot, shown):
        return TURNED
    changed, now_shown = changes(parts, snapshot, shown, datetime.now(UTC))
    told = parts.told(changed, snapshot.report)
    return {**told, "shown": now_shown} if now_shown != shown else told
