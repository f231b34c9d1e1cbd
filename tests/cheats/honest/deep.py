"""Recurses deeply, caches, and changes the interpreter's own limit for it."""

import functools
import sys

sys.setrecursionlimit(20_000)


@functools.lru_cache(maxsize=None)
def fibonacci(number):
    return number if number < 2 else fibonacci(number - 1) + fibonacci(number - 2)


def depth(nested):
    return 1 + max(map(depth, nested), default=0) if isinstance(nested, list) else 0


# --- its tests ---
from solution import depth, fibonacci


def test_is_deep():
    assert fibonacci(1500) % 1000 == 0
    assert str(fibonacci(90)) == "2880067194370816120"


def test_depth():
    for nested, expected in [([], 1), ([[], [[]]], 3), (5, 0)]:
        assert depth(nested) == expected
