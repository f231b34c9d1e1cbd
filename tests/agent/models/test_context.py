import pytest

from agent.models.context import choose_window, estimate_tokens
from agent.types import Message


@pytest.mark.parametrize(
    ("text", "at_least"),
    [("the quick brown fox jumps", 5), ("日本語のテキスト", 8), ("def f(x):\n    return x + 1\n", 8)],
)
def test_the_estimate_is_rather_too_high(text: str, at_least: int) -> None:
    assert estimate_tokens([Message("user", text)]) >= at_least


@pytest.mark.parametrize(
    ("prompt", "reply", "longest", "size", "room"),
    [
        (100, 4096, None, 8192, 8092),
        (5000, 4096, 100_000, 16_384, 11_384),
        (5000, 4096, 10_000, 10_000, 5000),
        (3000, 4096, 4096, 4096, 1096),
    ],
)
def test_a_window_holds_prompt_and_reply(prompt: int, reply: int, longest: int | None, size: int, room: int) -> None:
    window = choose_window(prompt, reply, longest, "tiny")
    assert (window.size, window.reply) == (size, room)
