import ast
import threading
from pathlib import Path

from languages.python.syntax import parse

SOURCE = Path(ast.__file__).read_text(encoding="utf-8")


class Loop:
    """What only the search for garbage removes, in the middle of a parse and long enough for another thread's turn."""

    def __init__(self) -> None:
        self.me = self

    def __del__(self) -> None:
        sum(range(50))


def test_threads_that_parse_beside_each_other_hinder_no_other() -> None:
    problems: list[Exception] = []

    def parse_often(depth: int) -> None:
        for _ in range(10):
            garbage = [Loop() for _ in range(200)]
            del garbage
            try:
                _deeper(depth)
            except Exception as problem:
                problems.append(problem)

    threads = [threading.Thread(target=parse_often, args=(depth,)) for depth in (3, 40, 80)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert problems == []


def _deeper(depth: int) -> ast.Module:
    return _deeper(depth - 1) if depth else parse(SOURCE)
