"""Which tests are in dispute, and how one is decided. All of it is pure: `settling.py` asks the model.

Source of the idea: Prasad et al., "Learning to Generate Unit Tests for Automated Debugging" (UTDebug), 2025: what a
test expects is derived several times, and the majority counts. On recorded samples of a real model, a test that no
program passes is wrong in 95 of 100 cases, and one that fails the best program in 94.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from agent.attempts import Attempt, best
from agent.types import TestChange
from languages.settling import UNCLEAR
from languages.types import Candidate, Suite
from message import Sentence, say

DERIVATIONS = 3
MAJORITY = 2
NEARLY_ALL = 5  # one in so many may fail where "all others" pass
PROGRAMS = 3
AT_MOST = 3  # one in so many may be changed or left out in a run
UNSETTLED = frozenset({"added", "kept", "tried", "passed_over"})
"""What became of a test that may be in dispute as before."""
YOURS = say("It is an example of yours, which nobody else may change, so it stays as it is.")
QUOTED = say("The task itself has it as an example, so it stays as it is.")
NO_ROOM = say(
    "More tests would have to change than may: then it's rather the program that is wrong. So it stays as it is."
)
_SAID = re.compile(
    r"\bDISPUTED?\W+(?:the )?(?:test )?[`*]*(?P<name>\w+(?:::\w+)*)[`*]*(?P<reason>[^\n]*)", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Ruling:
    """How a test was decided: what becomes of it, the values that it expects now, and those derived for each."""

    what: Literal["confirmed", "kept", "replaced", "dropped"]
    values: tuple[str, ...]
    derived: tuple[tuple[str, ...], ...]
    why: Sentence = ""
    """Of one that stands though nobody could speak for it, why nobody could; empty where that is all that is known."""


@dataclass(frozen=True, slots=True)
class Disputes:
    """The tests to settle now, and those that are in dispute as well, each with the reason why it stands unasked."""

    names: tuple[str, ...] = ()
    passed_over: Mapping[str, Sentence] = field(default_factory=dict)


def disputes_in(reply: str, tests: Collection[str]) -> dict[str, str]:
    """The tests that a model disputes in its answer, each with its reason."""
    found = {match["name"]: match["reason"].strip(" :-.`*") for match in _SAID.finditer(reply)}
    return {name: reason for name, reason in found.items() if name in tests and reason}


# Why: docs/decisions.md, "A wrong program must not talk tests away"
def in_dispute(
    attempts: Sequence[Attempt],
    suite: Suite,
    changes: Sequence[TestChange],
    said: Collection[str],
    is_quoted: Callable[[str], bool],
    same_program: Callable[[Candidate], str],
    most: int,
) -> Disputes:
    """The tests to settle now: what alone fails the best attempt, what no attempt passes, and what the coder disputes.

    Never one of the person's or one that `is_quoted` from the task, none twice, and none at all where that would be
    more than so many at `most`.
    """
    judged = [attempt for attempt in attempts if not attempt.verdicts.problem]
    chosen = best(judged)
    if chosen is None or chosen.verdicts.stands:
        return Disputes()
    settled = {change.name for change in changes if change.what not in UNSETTLED}
    fixed = _fixed(suite, is_quoted)
    may = {test.name for test in suite.tests} - settled - fixed.keys()
    alone = _failing(chosen)
    wanted = set(said) if len(said) < len(suite.tests) else set()  # who disputes all has no objection to one
    if alone <= may and len(alone) <= max(1, len(suite.tests) // NEARLY_ALL):
        wanted |= alone
    wanted |= never_passed(attempts, same_program)
    wanted -= asked(changes)
    names = tuple(test.name for test in suite.tests if test.name in wanted & may)
    over = {name: fixed.get(name, NO_ROOM) for name in said if name in fixed or len(said) == len(suite.tests)}
    if len(names) <= most:
        return Disputes(names, {name: why for name, why in over.items() if name not in names})
    return Disputes((), over | dict.fromkeys(names, NO_ROOM))


def _fixed(suite: Suite, is_quoted: Callable[[str], bool]) -> dict[str, Sentence]:
    """The tests that no model may change, each with the reason."""
    theirs = {test.name: YOURS for test in suite.tests if test.source == "user"}
    return theirs | {test.name: QUOTED for test in suite.tests if test.name not in theirs and is_quoted(test.name)}


def asked(changes: Sequence[TestChange]) -> set[str]:
    """The tests that the model was asked about without an answer, so that it isn't asked again."""
    return {change.name for change in changes if change.what == "kept"}


def never_passed(attempts: Sequence[Attempt], same_program: Callable[[Candidate], str]) -> set[str]:
    """The tests that no attempt passes, where there are two programs at least; one that was never reached isn't."""
    judged = [attempt for attempt in attempts if not attempt.verdicts.problem]
    several = len({same_program(attempt.candidate) for attempt in judged}) > 1
    ran = [{one.name for one in attempt.verdicts.failures if one.outcome != "missing"} for attempt in judged]
    return set.intersection(*ran) if several else set()


# Why: docs/decisions.md, "Programs and the person's examples outvote a test that no model can speak for"
def outvoted(
    chosen: Attempt, tried: Sequence[Attempt], agreeing: Collection[str], same_program: Callable[[Candidate], str]
) -> set[str]:
    """The tests that none of those `tried` passes, and where `chosen` does just what `PROGRAMS` of them do at least.

    Of the `agreeing`, which were written apart from it and give the same for many other inputs, one is enough. On
    recorded samples of a real model, 96.0 % of the programs are right that pass the task's own examples and all but the
    tests which no sample passes, and 97.0 % of those that besides do the same as another one.
    """
    failures = {failure.name: failure for failure in chosen.verdicts.failures}

    def is_outvoted(name: str) -> bool:
        alike = {same_program(one.candidate) for one in tried if failures[name] in one.verdicts.failures}
        return len(alike) >= PROGRAMS or bool(alike & set(agreeing))

    return {name for name in never_passed(tried, same_program) & failures.keys() if is_outvoted(name)}


def room(suite: Suite, changes: Sequence[TestChange]) -> int:
    """How many tests may still be changed or left out: a third of those of the run, less those that were."""
    counts = Counter(change.what for change in changes)
    written = len(suite.tests) + counts["dropped"] - counts["added"]
    return written // AT_MOST - counts["dropped"] - counts["replaced"]


def ruling(
    expected: Sequence[str], derived: Sequence[Sequence[str]], voices: Collection[Sequence[str]] = ()
) -> Ruling | None:
    """How a test is decided that expects these values, from what was derived in their places, `""` where nothing was.

    A value that was derived twice counts, and one that was derived first, if one of the other `voices` gives it, too.
    None where one more derivation could change it, and there may be one.
    After the last, a test goes whose values were contradicted without a majority, or are unclear by one; what nobody
    contradicted stays.
    """
    places = [Counter(values[place] for values in derived if values[place]) for place in range(len(expected))]
    for place, counts in enumerate(places):
        first = derived[0][place] if derived else ""
        if first and any(values[place] == first for values in voices):
            counts[first] += 1
    decided = [next((value for value, count in counts.items() if count >= MAJORITY), "") for counts in places]
    if not all(decided) and len(derived) < DERIVATIONS:
        return None
    said = tuple(tuple(counts) for counts in places)
    pairs = list(zip(expected, decided, said, strict=True))
    if any(value == UNCLEAR or (not value and set(others) - {old}) for old, value, others in pairs):
        return Ruling("dropped", tuple(expected), said)
    values = tuple(value or old for old, value, _ in pairs)
    if values != tuple(expected):
        return Ruling("replaced", values, said)
    return Ruling("confirmed" if all(decided) else "kept", values, said)


def silent(expected: Sequence[str], why: Sentence = "") -> Ruling:
    """How a test is decided of which too little could be derived: it stands."""
    return Ruling("kept", tuple(expected), (), why)


def _failing(attempt: Attempt) -> set[str]:
    return {failure.name for failure in attempt.verdicts.failures}
