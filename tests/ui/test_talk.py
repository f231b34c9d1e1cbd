"""Whatever becomes of a program that is tried, the page says that it is over."""

from __future__ import annotations

from contextlib import closing
from typing import Any

import gradio as gr

from engines.conversations import Conversations, Talk
from engines.tryout import TryResult
from tests.fakes.waiting import until
from ui.using.talk import build_talk, look


def shown(talk: Talk, brought: int, run: str) -> Any:
    """As the tab does, and falls over every result."""
    if talk.result:
        raise ValueError("a bug")
    return str(talk.problem), brought


def test_what_can_not_be_shown_ends_in_words() -> None:
    with gr.Blocks(), closing(Conversations()) as talks:
        fields = build_talk()
        assert look(talks, fields, shown, {"name": "long gone"})[0].startswith("It doesn't run any more")
        name = talks.start(lambda *_: TryResult())
        until(lambda: (talk := talks.talk(name)) and talk.over, "it is over")
        assert look(talks, fields, shown, {"name": name})[0].startswith("Something broke inside Assay")
