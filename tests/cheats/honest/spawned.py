"""Has processes of its own do the work, as on Windows and macOS, and a hundred threads."""

import multiprocessing
import threading


def total(amounts):
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        return sum(pool.map(sum, [amounts[::2], amounts[1::2]]))


def together(number):
    barrier, found = threading.Barrier(number), []
    threads = [threading.Thread(target=lambda: found.append(barrier.wait())) for _ in range(number)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return len(set(found))


def double(amount):
    return 2 * amount


if __name__ == "__main__":
    multiprocessing.set_start_method("spawn")
    with multiprocessing.Pool(2) as pool:
        print("Total:", sum(pool.map(double, [1, 2])))


# --- its tests ---
from solution import together, total


def test_adds_up():
    assert total([1, 2, 3]) == 6


def test_a_hundred_wait_for_one_another():
    assert together(100) == 100


def test_it_is_started(program):
    assert program.start().value("Total") == 6
