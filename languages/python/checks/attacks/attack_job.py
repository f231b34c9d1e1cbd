"""Runs inside the sandbox: tries on the program what life does to programs, as its tests start it.

Leaves `attack.json`: {"found": a list of `Found` for each cause, "tried": [[kind, where]], "starts": how many}. Says
before each group of tries, in a line of its own, how many groups are done and how many there are, and what comes now.
"""

from __future__ import annotations

import contextlib
import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import answers  # type: ignore[import-not-found]
import earlier  # type: ignore[import-not-found]
import laid  # type: ignore[import-not-found]
import older  # type: ignore[import-not-found]
import pages  # type: ignore[import-not-found]
import readers  # type: ignore[import-not-found]
import times  # type: ignore[import-not-found]
import together  # type: ignore[import-not-found]
import unreadable  # type: ignore[import-not-found]
from _language import scenario  # type: ignore[import-not-found]
from found import Base, Found, bases  # type: ignore[import-not-found]
from known_starts import watch  # type: ignore[import-not-found]
from tried import Desk, Launch, Outcome  # type: ignore[import-not-found]
from windows import fields_in, odd_fields  # type: ignore[import-not-found]
from workers import BUSY_FACTOR, Budget  # type: ignore[import-not-found]

ANSWER = "attack.json"
ENOUGH = 5  # causes; those that are left come with the next attempt
MOST_OF_ONE = 6
MOST_WORDS = 60  # characters that are told of a question while it is tried
PROGRAM = "solution.py"


class Group(NamedTuple):
    """Tries that are told of together: their `kind`, `where` they are made, and what makes them."""

    kind: str
    where: str
    tries: Callable[[], Iterable[Found]]


def groups(desk: Desk, started: list[Base]) -> Iterator[Group]:
    """All that is tried, what finds most first."""
    asked = answers.asked_in(started)
    for one in asked:
        yield Group("answer", one.question, partial(answers.odd_answers, desk, one))
    for one in asked:
        yield Group("end", one.question, partial(answers.early_ends, desk, one))
    for field in fields_in(started):
        yield Group("field", field.label, partial(odd_fields, desk, field))
    known: set[str] = set()
    for base in started:
        for group in _of_files(desk, base, asked, started):
            if (key := group.kind + group.where) not in known:
                known.add(key)
                yield group
    if started:
        yield Group("clock", "", partial(times.odd_times, desk, started[0]))


def _of_files(desk: Desk, base: Base, asked: list[Any], started: list[Base]) -> Iterator[Group]:
    second, memory, found = laid.again(desk, base)
    yield Group("again", "", lambda: found)
    for path in laid.results(base)[: laid.MOST_FILES]:
        if readers.has_one(path):
            yield Group("opened", _name(path), partial(readers.opened, base, path))
        yield Group("place", _name(path), partial(laid.odd_places, desk, base, path, path in memory))
    for path in memory:
        yield from _of_memory(desk, base, second, path, asked)
        if put_back := older.memories(base, second, path, started):
            yield Group("older", _name(path), partial(older.put_back, desk, base, second, path, put_back))
    for path in pages.pages(base):
        yield Group("page", _name(path), partial(pages.odd_fields, base, path))
    for path in laid.inputs(base):
        yield Group("file", _name(path), partial(laid.odd_files, desk, base, path))
        yield Group("unreadable", _name(path), partial(unreadable.unreadable_input, desk, base, path))
    if together.waits(base):
        yield Group("together", "", partial(together.two_at_once, desk, base, second, memory))
    for path in laid.results(base)[: laid.MOST_FILES]:
        yield Group("result", _name(path), partial(earlier.odd_results, desk, base, second, path, path in memory))


def _of_memory(desk: Desk, base: Base, second: Outcome, path: str, asked: list[Any]) -> Iterator[Group]:
    yield Group("memory", _name(path), partial(laid.odd_memory, desk, base, second, path))
    yield Group("unreadable", _name(path), partial(unreadable.unreadable_memory, desk, base, second, path))
    for one in asked:
        if one.base is base:
            tries = partial(laid.cut_short, desk, base, path, one.before, one.question)
            yield Group("cut short", one.question, tries)


def _name(path: str) -> str:
    return path.rpartition("/")[2]


def attacked(tests: list[str], alone: str, budget: Budget, say: Callable[[str], None]) -> dict[str, Any]:
    """What came of all tries, as long as there is time, and not enough is found."""
    launches = watch(tests, alone).launches
    with _screen(launches) as screen:
        return _attacked(Desk(Path(PROGRAM).read_bytes(), screen), launches, budget, say)


def _screen(launches: Sequence[Launch]) -> Any:
    """A block with what windows need to be shown, where a start has some."""
    if any(launch.what.window for launch in launches):
        return scenario.part("display").screen()
    return contextlib.nullcontext({})


def _attacked(desk: Desk, launches: Sequence[Launch], budget: Budget, say: Callable[[str], None]) -> dict[str, Any]:
    found: dict[tuple[str, int], list[Found]] = {}
    tried: list[tuple[str, str]] = []
    planned = list(groups(desk, list(bases(desk, launches))))
    for number, group in enumerate(planned):
        if budget.left <= 0 or len(found) >= ENOUGH:
            break
        say(json.dumps([number, len(planned), group.kind, group.where[:MOST_WORDS]]))
        for one in group.tries():
            found.setdefault(one.cause, []).append(one)
        tried.append((group.kind, group.where))
    return {
        "found": [[one.told() for one in same[:MOST_OF_ONE]] for same in found.values()],
        "tried": tried,
        "starts": desk.starts,
    }


def main() -> None:
    """Attack the program in the working folder within the time that is given."""
    options = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    Path(sys.argv[1]).unlink()
    budget = Budget(options["seconds"], time.monotonic() + BUSY_FACTOR * options["seconds"])
    said = attacked(options["tests"], options["alone"], budget, lambda line: print(line, flush=True))  # noqa: T201
    Path(ANSWER).write_text(json.dumps(said), encoding="utf-8")


if __name__ == "__main__":
    main()
