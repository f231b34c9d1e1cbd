"""Runs inside the sandbox: what tells planted mistakes that no test notices from the program, if anything does.

Program and mutant get the same inputs: those of the tests, and others like them. Nothing that the program says of
itself counts, only what each of the two does with an input.
"""

import hashlib
import re
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from .. import even_sample
from ..fresh_runner import fresh_folder
from . import phases
from .cosmetic import is_reworded, looks_alike
from .played import Lines, Outcome, play, starts
from .spoken import is_readable
from .undated import alike, prepare
from .varied import in_turns, variations
from .ways import known_to
from .workers import Budget, each

CALLS, STARTS = (100, 400, 500), (12, 24, 36)  # inputs that are added in each round
ENOUGH_CALLS, ENOUGH_STARTS = 300, 30  # without a difference, with another state on the way: then there is none to see
SEARCH_SHARE = 0.8  # of the budget; the rest is for comparing what was found
PROGRAMS_SHARE = 0.4  # of what is left of that, for what the program itself does with the inputs
CHUNK_CALLS, CHUNK_STARTS = 250, 10
CHUNK_SECONDS = 20.0
CANDIDATES = 32  # inputs of which the best are chosen
CHOSEN = 12
DIGITS = 16  # of a digest
OBJECT = re.compile(r"\w\(\{")  # as in Stock({'limit': 3})
TOLD_BY = 2  # of the chosen ones, for the task may leave open what is right for the first


@dataclass(frozen=True)
class Mutant:
    """A planted mistake: its name, the function it is in, as in `Cart.total`, and the whole program with it.

    Where only one text in the program is written otherwise or left out, and nobody says how it is to be, `reworded`
    has its words. It is `guarded` where a program comes only when something is wrong with the machine or the program.
    What it shows may look as it likes where `is_free`, and all the more where the text that was changed `is_blank`.
    """

    name: str
    function: str
    source: str
    reworded: str = ""
    guarded: bool = False
    is_free: bool = False
    is_blank: bool = False

    @property
    def program(self) -> str:
        """A digest of its source, which stays the same where names are given anew."""
        return hashlib.sha256(self.source.encode()).hexdigest()[:DIGITS]


@dataclass(frozen=True)
class Known:
    """An input, what comes of it, and how that came about in each function; empty where that is never the same."""

    lines: Lines
    outcome: Outcome
    states: dict[str, str]


@dataclass
class Search:
    """How far it is known what a mutant does. `told` is the first input that tells it apart, and what it does then."""

    mutant: Mutant
    tried: int = 0
    place: int = 0  # in the list of inputs
    calls: int = 0
    starts: int = 0
    strayed: bool = False
    reworded: bool = False
    looks: bool = False
    told: tuple[int, Outcome] | None = None
    others: dict[int, Outcome] = field(default_factory=dict)

    @property
    def fate(self) -> str:
        """`told apart`, `no difference` or `missed`; `looks`, `wording` or `guard` where it is no mistake."""
        if self.told:
            return "told apart"
        if self.reworded:
            return "wording"
        if self.looks:
            return "looks"
        if self.mutant.guarded and self.tried and not self.strayed:
            return "guard"
        enough = self.calls >= ENOUGH_CALLS or self.starts >= ENOUGH_STARTS
        return "no difference" if self.strayed and enough else "missed"


# Why: docs/decisions.md, "A survivor doesn't count where no input shows it, or the task doesn't decide it"
def tell_apart(source: str, mutants: Sequence[Mutant], recorded: Sequence[Lines], budget: Budget) -> dict[str, Any]:
    """What becomes of each mutant, within the budget; and the few inputs that tell most of them apart.

    {"fates": [{"name", "program", "fate", "tried", "lines", "yours", "changed"}], "inputs": [{"lines", "yours",
    "changed": {name: outcome}, "programs": {name: digest}}], "tried": how many inputs}
    """
    prepare(source)
    search, functions = budget.part(SEARCH_SHARE), {mutant.function for mutant in mutants}
    # Where the time isn't enough for all, those that it is enough for are from everywhere in the program.
    searches = [Search(mutants[number]) for number in even_sample.order(len(mutants))]
    known = _reaching(played_twice(source, recorded, functions, search.part(PROGRAMS_SHARE)), functions)
    more = _More(source, known)
    for calls, begun in zip(CALLS, STARTS, strict=True):
        undecided = [one for one in searches if one.fate == "missed"]
        phases.begin("telling", len(searches) - len(undecided), len(searches))
        if not undecided or search.left <= 0:
            break
        programs, left = search.part(PROGRAMS_SHARE), {one.mutant.function for one in undecided}
        called = {name for one in known if not starts(one.lines) for name in one.states}
        new = more.take(calls, begun if left - called else 0, left)
        known += _reaching(played_twice(source, new, left, programs), left)
        _search(known, undecided, search, search.left / len(undecided))
    _compare_all(known, [one for one in searches if one.told], budget)
    chosen = _chosen(searches, [all(map(is_readable, one.lines)) and not _gives_object(one) for one in known])
    return {
        "fates": [_fate(one, known, chosen) for one in searches],
        "inputs": [_input(number, known, searches) for number in chosen],
        "tried": len(known),
    }


class _More:
    """Other inputs like these, in each round those that come next."""

    def __init__(self, source: str, inputs: Sequence[Known]) -> None:
        of_program = known_to(source)
        self._streams = [(one, variations(tuple(one.lines), of_program)) for one in inputs]
        self._seen = {tuple(one.lines) for one in inputs}

    def take(self, calls: int, begun: int, functions: set[str]) -> list[Lines]:
        """So many calls and starts, like those that reach one of the functions, of each in turn."""
        found: list[Lines] = []
        for kind, count in ((False, calls), (True, begun)):
            like = [
                stream for one, stream in self._streams if starts(one.lines) is kind and functions & one.states.keys()
            ]
            found += islice((lines for lines in in_turns(like) if lines not in self._seen), count)
        self._seen.update(map(tuple, found))
        return list(dict.fromkeys(found))


def _reaching(known: Sequence[Known], functions: set[str]) -> list[Known]:
    return [one for one in known if functions & one.states.keys()]


def played_twice(source: str, inputs: Sequence[Lines], functions: set[str] | None, budget: Budget) -> list[Known]:
    """What the program does with the inputs, without those with which it does something else the second time."""
    chunks = list(_chunks(inputs))
    once = each(lambda chunk: _play(source, chunk, functions), chunks, CHUNK_SECONDS, budget)
    again = each(lambda chunk: _play(source, chunk, functions), chunks, CHUNK_SECONDS, budget)
    return [
        _known(lines, first[0], _steady(first[1], second[1]))
        for chunk, firsts, seconds in zip(chunks, once, again, strict=True)
        for lines, first, second in zip(chunk, firsts, seconds, strict=False)
        if first[0] == second[0]
    ]


def _known(lines: Lines, outcome: Outcome, states: dict[str, str]) -> Known:
    """Where the program refuses what was done with an object, that is the end of the input."""
    outcome = dict(outcome)
    end = int(outcome.pop("step", len(lines)))
    return Known(tuple(lines[:end]), outcome, states)


def _steady(once: Mapping[str, str], again: Mapping[str, str]) -> dict[str, str]:
    """The digests of functions in which the same goes on each time, and not the time of day."""
    return {name: digest if again.get(name) == digest else "" for name, digest in once.items()}


def _chunks(inputs: Sequence[Lines]) -> Iterator[Sequence[Lines]]:
    for kind, size in ((False, CHUNK_CALLS), (True, CHUNK_STARTS)):
        alike = [lines for lines in inputs if starts(lines) is kind]
        yield from (alike[place : place + size] for place in range(0, len(alike), size))


def _play(source: str, inputs: Sequence[Lines], traced: Any) -> Iterator[Any]:
    with fresh_folder():
        yield from play(source, inputs, traced)


def _search(known: Sequence[Known], searches: Sequence[Search], budget: Budget, seconds: float) -> None:
    """Go on with each for so long."""
    found = each(lambda one: _differences(known, one, seconds), searches, 4 * seconds + 1, budget)
    for one, steps in zip(searches, found, strict=True):
        for step in steps:
            _learn(known, one, *step)
        if not steps:
            one.place = len(known)  # it can't even be begun


def _learn(known: Sequence[Known], one: Search, number: int, outcome: Outcome | None, strayed: bool, only: str) -> None:
    one.place = number + 1
    if number == len(known):  # all was tried
        return
    one.tried += 1
    if starts(known[number].lines):
        one.starts += 1
    elif not _hides(known[number]):
        one.calls += 1
    one.strayed |= strayed
    # Whatever a process says that a program ran in.
    one.reworded |= only == "words" and bool(one.mutant.reworded)
    one.looks |= only == "looks" and one.mutant.is_free
    if outcome is not None:
        one.told = number, outcome


def _hides(one: Known) -> bool:
    """Whether nothing can be seen in it of what was changed, as where it only says what is done with an object."""
    return "error" in one.outcome or (len(one.lines) > 1 and one.outcome == {"value": "None"})


def _differences(known: Sequence[Known], one: Search, seconds: float) -> Iterator[Any]:
    """For each input its number, what the mutant does where that differs, whether its state did, and what differs if
    that is its words or its looks only."""
    name, mutant = one.mutant.function, one.mutant
    numbers = [number for number in range(one.place, len(known)) if name in known[number].states]
    until = time.process_time() + seconds
    with fresh_folder():
        played = play(mutant.source, [known[number].lines for number in numbers], {name})
        for number, (outcome, states) in zip(numbers, played, strict=True):
            expected = known[number]
            same = alike(outcome, expected.outcome)
            only = "" if same else _only(outcome, expected.outcome, mutant)
            differs = not same and not only
            strayed = expected.states[name] not in ("", states.get(name))
            yield number, outcome if differs else None, strayed, only
            if differs or time.process_time() > until:
                return
    yield len(known), None, False, ""


def _only(one: Outcome, other: Outcome, mutant: Mutant) -> str:
    """`words` or `looks` if two outcomes differ in nothing else."""
    if is_reworded(one, other, mutant.reworded):
        return "words"
    return "looks" if mutant.is_free and looks_alike(one, other, mutant.is_blank) else ""


def _compare_all(known: Sequence[Known], searches: Sequence[Search], budget: Budget) -> None:
    """What each mutant does with the inputs that tell most of them apart."""
    numbers = [number for number, _ in Counter(one.told[0] for one in searches if one.told).most_common(CANDIDATES)]

    def play_all(one: Search) -> Iterator[Any]:
        ours = [number for number in numbers if one.mutant.function in known[number].states]
        with fresh_folder():
            played = play(one.mutant.source, [known[number].lines for number in ours], None)
            yield from ((number, outcome) for number, (outcome, _) in zip(ours, played, strict=False))

    for one, outcomes in zip(searches, each(play_all, searches, CHUNK_SECONDS, budget), strict=True):
        one.others = {number: outcome for number, outcome in outcomes if not alike(outcome, known[number].outcome)}
        if one.told:
            one.others.setdefault(*one.told)


def _chosen(searches: Sequence[Search], readable: Sequence[bool]) -> list[int]:
    """The inputs that tell most mutants apart, each the best of those that are left: the greedy set cover, twice.

    Those of which nobody can say what is right, for nobody can read them or write what comes, come after all others.
    """
    chosen: list[int] = []
    for _ in range(TOLD_BY):
        left = [one.others.keys() - set(chosen) for one in searches if one.told]
        while len(chosen) < CHOSEN and (counts := Counter(number for numbers in left for number in numbers)):
            best = max(counts, key=lambda number: (readable[number], counts[number], -number))
            chosen.append(best)
            left = [numbers for numbers in left if best not in numbers]
    return chosen


def _gives_object(one: Known) -> bool:
    """Whether the program gives something that can't be written as a value, as `told` writes it."""
    return bool(OBJECT.search(one.outcome.get("value", "")))


def _fate(one: Search, known: Sequence[Known], chosen: Sequence[int]) -> dict[str, Any]:
    said: dict[str, Any] = {"name": one.mutant.name, "fate": one.fate, "tried": one.tried}
    said["program"] = one.mutant.program
    if one.told:
        number = next((number for number in chosen if number in one.others), one.told[0])
        said |= {"lines": known[number].lines, "yours": known[number].outcome, "changed": one.others[number]}
    return said


def _input(number: int, known: Sequence[Known], searches: Sequence[Search]) -> dict[str, Any]:
    differing = [one for one in searches if number in one.others]
    changed = {one.mutant.name: one.others[number] for one in differing}
    programs = {one.mutant.name: one.mutant.program for one in differing}
    return {"lines": known[number].lines, "yours": known[number].outcome, "changed": changed, "programs": programs}
