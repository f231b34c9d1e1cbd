"""How somebody is asked what the task asks for who sees neither a program nor what anybody expects."""

from __future__ import annotations

from collections.abc import Sequence

from agent.types import Message
from languages.base import Render
from languages.brief import Brief
from languages.files import FileLook


def messages(
    render: Render,
    prompt: str,
    task: str,
    files: Sequence[FileLook],
    brief: Brief | None,
    texts: Sequence[str],
    **more: object,
) -> list[Message]:
    """The conversation about these tests, in which what they expect is blank."""
    ask = render(prompt, task=task, files=files, brief=brief, texts=texts, **more)
    return [Message("system", render("settle_system", brief=brief)), Message("user", ask)]
