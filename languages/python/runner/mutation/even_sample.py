"""In which order mistakes are planted. Also runs inside the sandbox, so it imports nothing of ours.

Every beginning of the order is spread evenly over the program, so that what was planted when the
time is up, or enough is known, stands for all of it.
"""

import hashlib
import itertools
from collections.abc import Sequence

GOLDEN = (5**0.5 - 1) / 2


# Why: docs/decisions.md, "An evenly spread sample of mistakes is planted, as long as it can change the verdict"
def order(count: int, start: float = 0.0) -> list[int]:
    """The numbers of `count` mutants, in the order in which they are planted."""
    return sorted(range(count), key=lambda number: place(number, start))


def place(number: int, start: float = 0.0) -> float:
    """Where a mutant comes in the order, 0 to 1. Unlike every k-th, it can't keep step with what recurs in a program.

    Source: multiples of the golden ratio are spread evenly, however many they are (Sós, "On the
    distribution mod 1 of the sequence n alpha", 1958).
    """
    return (number * GOLDEN + start) % 1


def start_for(*texts: str) -> float:
    """Where the order begins, 0 to 1: elsewhere for other tests, which may be made for those at its beginning."""
    digest = hashlib.sha256("\0".join(texts).encode("utf-8", "replace")).digest()
    return int.from_bytes(digest[:4]) / 2**32


def planted(results: Sequence[int | None], start: float = 0.0) -> list[int]:
    """The numbers of the mutants that were planted: the beginning of the order that has results.

    What no test reaches has a result at once, and doesn't belong to the sample where it comes later.
    """
    known = itertools.takewhile(lambda number: results[number] is not None, order(len(results), start))
    return sorted(known)
