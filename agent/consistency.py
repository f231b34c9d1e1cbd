"""Tests that contradict each other are found before a program is asked for: no program could pass them all."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Mapping, Sequence
from dataclasses import replace

from agent.events import Event
from languages.settling import UNCLEAR, Contradiction, Settling
from languages.types import DroppedTest, Suite, TestCase
from message import joined, say

PURPOSE = say("say which of two tests is right")
Derive = Callable[[Sequence[Contradiction]], Generator[Event, None, Mapping[int, str]]]
"""What the task asks for in the places of the blanks, by their numbers, as far as somebody says it."""


def consistent(
    suite: Suite, whole: Suite, theirs: Collection[str], settling: Settling, derive: Derive
) -> Generator[Event, None, Suite]:
    """`suite` less the tests that are contradicted by others of the `whole`, which has the person's as well.

    What an example of `theirs` says is right; else it is asked once what the task says. Where nobody knows, all that
    contradict each other go. Raises what `derive` raises.
    """
    found = settling.contradictions(whole)
    right = {one.number: value for one in found for name, value in one.values.items() if name in theirs}
    asked = [one for one in found if one.number not in right]
    derived = (yield from derive(asked)) if asked else {}
    cases = {test.name: test for test in suite.tests}
    out: dict[str, DroppedTest] = {}
    for one in found:
        said = right.get(one.number, "") or _agreed(one, derived.get(one.number, ""))
        for name, value in one.values.items():
            if name in cases and name not in theirs and value != said:
                is_theirs = one.number in right
                out.setdefault(name, _dropped(cases[name], value, said, is_theirs, settling.readable))
    if not out or len(out) == len(suite.tests):
        return suite
    return replace(settling.without(suite, list(out)), dropped=(*suite.dropped, *out.values()))


def _agreed(one: Contradiction, derived: str) -> str:
    """What was derived, where one of the tests expects it as well."""
    return derived if derived != UNCLEAR and derived in one.values.values() else ""


def _dropped(test: TestCase, old: str, new: str, is_theirs: bool, readable: Callable[[str], str]) -> DroppedTest:
    values = {"old": readable(old), "new": readable(new) if new else ""}
    if is_theirs:
        why = say("It expects %(old)s where an example of yours says %(new)s.", **values)
    elif new:
        said = say("Another test expects %(new)s of the very same, and so does the task, worked out again.", **values)
        why = joined(" ", (say("It expects %(old)s.", **values), said))
    else:
        why = say(
            "It expects %(old)s, another test something else of the very same, and nobody can say what is right.",
            **values,
        )
    return DroppedTest(test.name, joined(" ", (test.description, why)), values["old"], values["new"], test.rules)
