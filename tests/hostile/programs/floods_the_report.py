"""Collect a hundred thousand tests. (With pytest.)"""

import pytest


@pytest.mark.parametrize("number", range(100_000))
def test_many(number):
    assert number < 0, "x" * 4000
