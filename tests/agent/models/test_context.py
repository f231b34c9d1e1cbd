import pytest

from agent.models.context import estimate_tokens
from agent.types import Message


@pytest.mark.parametrize(
    ("text", "at_least"),
    [("the quick brown fox jumps", 5), ("日本語のテキスト", 8), ("def f(x):\n    return x + 1\n", 8)],
)
def test_the_estimate_is_rather_too_high(text: str, at_least: int) -> None:
    assert estimate_tokens([Message("user", text)]) >= at_least
