"""Fail with a message, and in a test, whose name is no text. (With pytest.)"""

import pytest


@pytest.mark.parametrize("name", ["\ud800", "\0", "a\nb", "\x1b[2J", "x" * 10_000])
def test_name(name):
    print(ascii(name))
    raise ValueError(f"\ud800 {name}")
