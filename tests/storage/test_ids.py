from __future__ import annotations

import time

from storage.ids import LENGTH, new_run_id


def test_ids_made_one_after_another_sort_that_way() -> None:
    ids = []
    for _ in range(20):
        before = time.time_ns()
        ids.append(new_run_id())
        while time.time_ns() // 1000 == before // 1000:
            pass
    assert ids == sorted(ids)


def test_ids_made_at_once_differ_and_fit_an_address_bar_as_they_are() -> None:
    ids = {new_run_id() for _ in range(1000)}
    assert len(ids) == 1000
    assert all(len(one) == LENGTH and one.isascii() and one.isalnum() and one == one.lower() for one in ids)
