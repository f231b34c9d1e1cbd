"""What a model or a stranger wrote holds up nobody who reads it on the person's computer, however it is made."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from agent.moves.reviewing import _SAID
from languages.python.packages.optional import optional_imports
from languages.python.readable import readable
from languages.python.specification import specified
from languages.thoughts import without_thoughts

LENGTH = 200_000


@pytest.mark.parametrize(
    ("read", "text"),
    [
        (without_thoughts, "<think>" * (LENGTH // 7)),
        (lambda text: optional_imports(f"with f('{text}'):\n    import x\n"), "suppress(" * (LENGTH // 9)),
        (readable, "a" * LENGTH),
        (specified, f'"""\n>>> f(1)\na{" " * LENGTH}b\n"""\n'),
        (_SAID.findall, "\n" * LENGTH),
    ],
    ids=["thoughts", "suppressed", "value", "example", "review"],
)
def test_a_long_text_is_read_in_a_moment(read: Callable[[str], object], text: str) -> None:
    begun = time.process_time()
    read(text)
    assert time.process_time() - begun < 2


def test_what_stands_behind_the_last_thought_stays() -> None:
    assert without_thoughts("<think>a</think>b<thinking>c</thinking>d<think>e") == "bd<think>e"
