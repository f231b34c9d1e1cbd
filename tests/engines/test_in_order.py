from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from engines.in_order import MOST_HELD, InOrder


@given(st.integers(0, 2**32))
def test_what_comes_early_waits_for_what_is_before_it(seed: int) -> None:
    parts = [(sender, number) for sender in "ab" for number in range(MOST_HELD // 2)]
    random.Random(seed).shuffle(parts)
    order = InOrder[tuple[str, int]]()
    given_out = [part for one in parts for part in order.take(*one, one)]
    assert sorted(given_out) == sorted(parts)
    for sender in "ab":
        assert [number for one, number in given_out if one == sender] == list(range(MOST_HELD // 2))


def test_what_is_lost_holds_up_the_rest_only_for_a_while() -> None:
    order = InOrder[int]()
    given_out = [order.take("page", number, number) for number in range(1, MOST_HELD + 3)]
    assert given_out == [[]] * MOST_HELD + [[*range(1, MOST_HELD + 2)], [MOST_HELD + 2]]
    assert order.take("page", 0, 0) == []
