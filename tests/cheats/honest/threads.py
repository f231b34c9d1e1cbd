"""Works in threads and with asyncio, and ends what it started."""

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor


class Counter:
    def __init__(self):
        self.count = 0
        self._lock = threading.Lock()

    def add(self, times):
        for _ in range(times):
            with self._lock:
                self.count += 1


def count_together(threads, times):
    counter = Counter()
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(counter.add, [times] * threads))
    return counter.count


async def _square(number):
    await asyncio.sleep(0)
    return number * number


def squares(numbers):
    async def all_of_them():
        return await asyncio.gather(*(_square(number) for number in numbers))

    return asyncio.run(all_of_them())


# --- its tests ---
import pytest

from solution import Counter, count_together, squares


@pytest.mark.parametrize("threads, times, expected", [(1, 5, 5), (4, 25, 100)])
def test_counts_together(threads, times, expected):
    assert count_together(threads, times) == expected


def test_squares():
    assert squares([1, 2, 3]) == [1, 4, 9]
    assert squares([]) == []


def test_starts_at_nothing():
    counter = Counter()
    assert not counter.count
