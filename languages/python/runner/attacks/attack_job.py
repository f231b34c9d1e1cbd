"""Runs inside the sandbox: tries on the program what life does to programs, as its tests start it.

Reports {"found": a list of `Found` for each cause, "starts": how many went well, and what was "tried", only "begun",
and "left" for want of time, each as [[kind, where]]}. Says before each group of tries, in a line of its own, how many
groups are done and how many there are, and what comes now.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from .. import scenario
from ..mutation.survivors.workers import Budget
from . import answers, earlier, laid, older, pages, readers, times, together, unreadable
from .forks import hide, plain
from .found import Base, Found, bases
from .known_starts import watch
from .tried import Desk, Launch, NoTime, Outcome, Untried
from .windows import KIND, broken_off, fields_in, odd_fields

REPORT = globals().get("REPORT", -1)  # the report's pipe, see `tools.run_script`
ENOUGH = 5  # causes; those that are left come with the next attempt
MOST_OF_ONE = 6
MOST_WORDS = 60  # characters that are told of a question while it is tried
PROGRAM = "solution.py"
FINDING_SECONDS = 10.0  # of processor time, for the starts that go well
CLOCK_SECONDS = 120.0  # by the clock, for these and for all that is tried, where others keep the machine busy
LIGHT = dict.fromkeys(("older", "unreadable", "opened", "together", "result"), 0.25)  # these are a few starts each
SURE = 2  # tries of each kind, however long one takes
MOST_SECONDS = 390.0  # by the clock, for all; the job has a little more


class Group(NamedTuple):
    """Tries that are told of together: their `kind`, `where` they are made, and what makes them, which may have been
    `made` already."""

    kind: str
    where: str
    tries: Callable[[], Iterable[Found]]
    made: bool = False


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
        for group in (*_at_once(desk, base), *_of_files(desk, base, asked, started)):
            if (key := group.kind + group.where) not in known:
                known.add(key)
                yield group
    if started:
        yield Group("clock", "", partial(times.odd_times, desk, started[0]))


def _at_once(desk: Desk, base: Base) -> Iterator[Group]:
    for path in pages.pages(base):
        yield Group("page", _name(path), partial(pages.odd_fields, desk, base, path))
    for path in laid.inputs(base):
        yield Group("file", _name(path), partial(laid.odd_files, desk, base, path))
        yield Group("unreadable", _name(path), partial(unreadable.unreadable_input, desk, base, path))
    for path in laid.results(base)[: laid.MOST_FILES]:
        if readers.has_one(path):
            yield Group("opened", _name(path), partial(readers.opened, desk, base, path))


def _of_files(desk: Desk, base: Base, asked: list[Any], started: list[Base]) -> Iterator[Group]:
    """What is only known after another start."""
    try:
        desk.allow(sure=1)
        second, memory, found = laid.again(desk, base)
    except NoTime:
        for kind in ("again", "place", "memory") if base.left else ("again",):
            yield Group(kind, "", _too_late)
        return
    yield Group("again", "", lambda: found, made=True)
    for path in laid.results(base)[: laid.MOST_FILES]:
        yield Group("place", _name(path), partial(laid.odd_places, desk, base, path, path in memory))
    for path in memory:
        yield from _of_memory(desk, base, second, path, asked)
        if put_back := older.memories(base, second, path, started):
            yield Group("older", _name(path), partial(older.put_back, desk, base, second, path, put_back))
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
    if base.launch.what.window and base.launch.asked:
        yield Group(KIND, _name(path), partial(broken_off, desk, base, path))


def _too_late() -> NoReturn:
    raise NoTime


def _name(path: str) -> str:
    return path.rpartition("/")[2]


def _in_turn(planned: Iterable[Group]) -> list[tuple[int, Group]]:
    """One group of each kind, then the second ones, each with how many of its kind come before: what there is no time
    for is no whole kind."""
    kinds: Counter[str] = Counter()
    numbered = []
    for group in planned:
        numbered.append((kinds[group.kind], group))
        kinds[group.kind] += 1
    return sorted(numbered, key=lambda one: one[0])


def attacked(options: Mapping[str, Any]) -> dict[str, Any]:
    """What came of all tries, as long as there is time, and not enough is found."""
    for name in options["imports"]:
        # Here once, not in each start; what can't be imported the program tells itself.
        with contextlib.suppress(Exception, SystemExit):
            importlib.import_module(name)
    launches = watch(options["tests"], options["alone"], options["only"])
    with _screen(launches) as screen:
        desk = Desk(Path(PROGRAM).read_bytes(), screen, _budget(FINDING_SECONDS))
        started = list(bases(desk, launches))
        desk.give(_budget(options["seconds"]))
        return _attacked(desk, started, options["known"])


def _budget(seconds: float) -> Budget:
    return Budget(seconds, time.monotonic() + CLOCK_SECONDS)


def _screen(launches: Sequence[Launch]) -> Any:
    """A block with what windows need to be shown, where a start has some."""
    if any(launch.what.window for launch in launches):
        return scenario.part("display").screen()
    return contextlib.nullcontext({})


def _attacked(desk: Desk, started: list[Base], known: Sequence[Sequence[str]]) -> dict[str, Any]:
    found: dict[tuple[str, int], list[Found]] = {}
    came: dict[str, list[tuple[str, str]]] = {"tried": [], "begun": [], "left": []}
    planned = _in_turn(one for one in groups(desk, started) if [one.kind, one.where] not in known)
    shares = [LIGHT.get(group.kind, 1.0) for number, group in planned if not number]
    for place, (number, group) in enumerate(planned):
        if len(found) >= ENOUGH:
            came["left"] += [(group.kind, group.where) for _, group in planned[place:]]
            break
        _say(place, len(planned), group)
        # Of the first of each kind none may take the time of the others.
        desk.allow(*((shares[place] / sum(shares[place:]), SURE) if number == 0 else ()))
        if fate := _tried(desk, group, found):
            came[fate].append((group.kind, group.where))
    told = [[one.told() for one in same[:MOST_OF_ONE]] for same in found.values()]
    return {"found": told, "starts": len(started), **came}


def _tried(desk: Desk, group: Group, found: dict[tuple[str, int], list[Found]]) -> str:
    """Add what these tries find; whether all were made: "tried", "begun", "left", or empty where none can be here."""
    before = desk.tries
    try:
        for one in group.tries():
            start = one.start if group.made else desk.last()
            found.setdefault(one.cause, []).append(replace(one, start=start))
    except NoTime:
        return "begun" if desk.tries > before else "left"
    except Untried:
        return ""
    return "tried" if group.made or desk.tries > before else ""


def _say(place: int, total: int, group: Group) -> None:
    print(json.dumps([place, total, group.kind, group.where[:MOST_WORDS]]), flush=True)  # noqa: T201


def main() -> None:
    """Attack the program in the working folder, and report what came of it.

    This process, which alone can report, loads nothing of others, and none of theirs may look into it.
    """
    hide()
    options = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    Path(sys.argv[1]).unlink()
    said = plain(partial(attacked, options), MOST_SECONDS)
    if said is None:
        sys.exit(1)
    with os.fdopen(REPORT, "w", encoding="utf-8") as report:
        json.dump(said, report)


if __name__ == "__main__":
    main()
