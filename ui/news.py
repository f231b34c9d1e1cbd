"""What is new of the run that a page shows: the browser asks for it, and puts it where it belongs by itself.

Why: docs/decisions.md, "A page asks for what is new of its run, past Gradio's events".
"""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import gradio as gr

from agent.report import Report
from errors import AssayError
from translation import translated
from ui.following import Following
from ui.taking import PROGRAM
from ui.watching import PARTS, Shown, changes, turned

NEWS = ("shown", "turning", *PARTS)
"""What there may be among the news, in the order in which the page is given it."""
TURNED = {"turning": gr.update(active=True)}
"""The run began or ended, or can't be shown: `turning` brings all that the page needs then."""

# Only a component's own script has what the server answers to.
ASKS = "element.closest('#steps').assayNews = (run, shown) => server.news([run, shown]);\n"
LOOK = f"""async (run, shown) => {{
  const steps = document.getElementById("steps");
  if (!steps || steps.assayAsks) return [];
  steps.assayAsks = true;
  try {{
    const news = (await steps.assayNews?.(run, shown)) ?? {json.dumps(TURNED)};
    const isShown = (new URL(location.href).searchParams.get("run") ?? "") === run;
    return isShown ? {json.dumps(NEWS)}.map((name) => news[name]) : [];
  }} finally {{
    steps.assayAsks = false;
  }}
}}"""
"""A look for news, one at a time. What comes when another run is shown by then is dropped; where nobody answers, Gradio
asks for the whole run, which says on the page that the server is gone, and waits for it."""


def news_of(following: Following) -> Callable[[Any], dict[str, Any]]:
    """What answers those looks: asked with a run's id and what of it is shown, it gives the parts that are to be shown
    anew, by name, with what is shown then."""

    def news(asked: Any) -> dict[str, Any]:
        match asked:
            case [str() as run_id, dict() as shown]:
                told: dict[str, Any] = translated(_news(following, run_id, shown))
                return told
            case _:  # no page of ours
                return TURNED

    return news


def _news(following: Following, run_id: str, shown: Shown) -> dict[str, Any]:
    try:
        snapshot = following.snapshot(run_id)
    except AssayError:
        return TURNED
    if turned(snapshot, shown):
        return TURNED
    parts, now_shown = changes(snapshot, shown, datetime.now(UTC))
    told: dict[str, Any] = {**parts, "shown": now_shown} if now_shown != shown else {}
    return {**told, "code": code_of(snapshot.report)} if "code" in parts else told


def code_of(report: Report) -> dict[str, Any]:
    """The program that is handed over, under the name of its file, for its box."""
    label = report.chosen.candidate.entry if report.chosen else PROGRAM
    code = report.chosen.source.strip() if report.chosen else ""  # as Gradio itself shows it
    return gr.update(value=code, language=syntax_of(report), label=label)


def syntax_of(report: Report) -> Any:
    """The name by which the code boxes know the language; None for one that they don't colour."""
    return (report.language.syntax if report.language else "") or None
