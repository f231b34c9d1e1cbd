"""A page of Gradio's in the language of each who looks at it."""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import Any

import gradio as gr

from translation import speaking, translated
from ui.base.tongues import tongue_of
from ui.serving.failing import failure_of


# Why: docs/decisions.md, "Sentences are values that are translated where they are shown, and the page is built once"
class TranslatedPage(gr.Blocks):
    """A page that is built once, and sent and updated in the language of each who looks at it.

    What was rendered into an HTML component when the page was built is rendered anew, where it has a `drawn` that
    gives those properties of it.
    """

    @property
    def config(self) -> Any:
        """What a browser gets of the page at first."""
        components = [self._spoken(component) for component in self._config["components"]]
        return {**self._config, "components": components}

    @config.setter
    def config(self, config: Any) -> None:
        self._config = config

    def _spoken(self, component: MutableMapping[str, Any]) -> dict[str, Any]:
        props = translated(component["props"])
        drawn = getattr(self.blocks[component["id"]], "drawn", None)
        return {**component, "props": {**props, **drawn()} if drawn else props}

    async def process_api(self, block_fn: Any, inputs: Any, *more: Any, **named: Any) -> dict[str, Any]:
        """Answer an event of the page, or a call of its API. Raises `gr.Error`, in our words, whatever went wrong."""
        request = named.get("request") or (more[1] if len(more) > 1 else None)
        with speaking(tongue_of(request)):
            try:
                answer = await super().process_api(block_fn, inputs, *more, **named)
            except Exception as problem:
                raise failure_of(block_fn, problem) from problem
            is_api = getattr(block_fn, "api_visibility", "") == "public"  # programs read English, as in report.json
            return answer if is_api else {**answer, "data": translated(answer["data"])}
