"""When enough mistakes were planted, and what goes first."""

from __future__ import annotations

import json
import random

import pytest

from languages.python.runner.mutation.enough import ERROR, Enough, InOrder
from languages.python.runner.mutation.even_sample import order, planted, start_for
from languages.python.runner.mutation.likely import likely_first
from languages.python.runner.mutation.plantable import UNPROVED_SHARE

BAR = 0.8


def stopped(share: float, seed: int, count: int = 600) -> tuple[str, int]:
    """On which side the share is said to be where it really is `share`, and after how many mistakes."""
    chance, enough = random.Random(seed), Enough(BAR, UNPROVED_SHARE)
    noticed = [number < share * count for number in range(count)]
    chance.shuffle(noticed)
    for number, one in enumerate(noticed, start=1):
        enough.add(one)
        if enough.side:
            return enough.side, number
    return "", count


@pytest.mark.parametrize(("share", "never"), [(0.79, "above"), (0.61, "below")])
def test_it_is_hardly_ever_sure_of_what_is_wrong(share: float, never: str) -> None:
    runs = 2_000
    wrong = sum(stopped(share, seed)[0] == never for seed in range(runs))
    assert wrong <= ERROR * runs


@pytest.mark.parametrize(("share", "side", "most"), [(1.0, "above", 40), (0.95, "above", 110), (0.3, "below", 60)])
def test_a_share_that_is_clear_is_known_soon(share: float, side: str, most: int) -> None:
    found = [stopped(share, seed) for seed in range(100)]
    assert {one for one, _ in found} == {side}
    assert sorted(number for _, number in found)[50] <= most


def test_what_is_noticed_quickly_does_not_count_before_its_turn() -> None:
    names = [f"m{number}" for number in range(200)]
    counted = InOrder(Enough(BAR, UNPROVED_SHARE), names, unreached=())
    for name in names[1:]:
        counted.learn(name, noticed=True)
    sides = [counted.enough.side]  # the first one is still tried
    counted.learn("m0", noticed=False)
    assert [*sides, counted.enough.side] == ["", "above"]


def test_what_no_test_reaches_counts_as_missed_in_its_turn_and_what_is_broken_not_at_all() -> None:
    names = [f"m{number}" for number in range(40)]
    counted = InOrder(Enough(BAR, UNPROVED_SHARE), names, unreached=set(names[1:]))
    counted.learn("m0", noticed=None)
    assert counted.enough.side == "below"


def test_other_tests_are_tried_on_other_mistakes_first() -> None:
    starts = {start_for("program", tests) for tests in ("a", "b", "c")}
    beginnings = {frozenset(order(500, start)[:60]) for start in starts}
    assert len(beginnings) == 3
    for start in starts:
        results: list[int | None] = [None] * 500
        for number in order(500, start)[:60]:
            results[number] = 0
        assert planted(results, start) == sorted(order(500, start)[:60])


def test_the_test_that_noticed_the_nearest_mistake_in_the_function_goes_first() -> None:
    notes = [("x_f__mutmut_1", "a"), ("x_f__mutmut_9", "c"), ("x_f__mutmut_12", "gone"), ("x_g__mutmut_8", "b")]
    written = [*map(json.dumps, notes), '["x_f__mut', "7"]
    assert likely_first("x_f__mutmut_8", ["a", "b", "c"], written) == ["c", "a", "b"]
    assert likely_first("x_h__mutmut_8", ["a", "b", "c"], written) == ["a", "b", "c"]
