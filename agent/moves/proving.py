"""Each rule and example has a test that can fail for it: else nobody knows whether the program does what it says.

Where its tests notice no mistake that was planted, this may be because they assert too little, or because small
mistakes don't break just this. So somebody breaks the program on purpose, who sees no tests; and where none fails then,
who sees no program writes better ones. What stays is said, and keeps the program from being verified.

Source of the idea: Foster et al., "Mutation-Guided LLM-based Test Generation at Meta" (ACH), 2025, where a model makes
mistakes of the kind that matters, and tests that notice them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Generator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace

from agent.attempts import best
from agent.deciding.adopting import adopt
from agent.deciding.new_tests import ends
from agent.deciding.voices import unlike
from agent.errors import ModelError
from agent.events import Event
from agent.pace import SHORT
from agent.search.bench import Search
from agent.search.move import Move
from agent.types import Message, TestChange
from agent.verdict import lacks_only_proof
from languages.breaking import Breaking
from languages.errors import NoUsableReply
from languages.settling import Settling
from languages.strengthening import Strengthening
from languages.types import Candidate, Suite, Verdicts
from message import say

BREAK = say("break the program on purpose, to try its tests")
TRIED = say("It fails where a program breaks what it is about, so it can fail.")
ADDED = say("It was added because it wasn't known whether the other tests of this can fail.")


@dataclass(slots=True)
class Proved:
    """Of rules and examples, as in `rule 3`, the program that is `broken` for each that one was asked for, None where
    nothing usable came; and those of which `sharper` tests were asked for."""

    broken: dict[str, Candidate | None] = field(default_factory=dict)
    sharper: set[str] = field(default_factory=set)


# Why: docs/decisions.md, "A rule whose tests noticed no planted mistake is broken on purpose"
def prove(search: Search) -> Generator[Event, None, None]:
    """See whether tests can fail for the rules and examples whose tests notice no planted mistake; add some if not.

    Only where nothing else keeps the best attempt from its verdict. For each of them one request at most goes to the
    code model, and one to the test model, who are asked for all at once. The program fails those of which it is known
    that they are right. Raises as `Search.change_tests`.
    """
    language = search.language
    breaking, settling, strengthening = language.breaking, language.settling, language.strengthening
    done = search.memory(Proved)
    if breaking and settling and strengthening:
        yield from _try(search, breaking)
        if wanted := {part: said for part, said in _open(search).items() if part not in done.broken}:
            yield from _break(search, wanted, breaking)
            yield from _try(search, breaking)
        if wanted := {part: said for part, said in _open(search).items() if part not in done.sharper}:
            yield from _sharpen(search, wanted, settling, strengthening)
            yield from _try(search, breaking)


def _open(search: Search) -> dict[str, str]:
    """The parts of the brief of which it isn't known that a test can fail for them, each with what it says."""
    attempt, parts = search.state.passing, search.brief.parts if search.brief else {}
    if not attempt or not lacks_only_proof(attempt, search.language.checks):
        return {}
    return {part: parts[part] for part in attempt.unproven}


def _break(search: Search, wanted: Mapping[str, str], breaking: Breaking) -> Generator[Event, None, None]:
    """Have the best attempt broken for each of these, by who sees no tests: else they would break what is tested."""
    attempt, language, done = best(search.attempts), search.language, search.memory(Proved)
    done.broken |= dict.fromkeys(wanted)
    if not attempt:
        return
    program, render = attempt.candidate, language.render
    ask = render("break", task=search.request.task, brief=search.brief, program=program, wanted=wanted)
    messages = [Message("system", render("break_system")), Message("user", ask)]
    with suppress(NoUsableReply, ModelError):
        found = yield from search.coder.ask_if_time(
            BREAK, messages, lambda reply: breaking.read(reply, program, wanted), tokens=SHORT
        )
        same = language.same_program(program)
        done.broken |= {part: one for part, one in found.items() if language.same_program(one) != same}


def _try(search: Search, breaking: Breaking) -> Generator[Event, None, None]:
    """Note the tests that fail for a program which breaks what they are about: one that was broken, or an attempt."""
    attempt, found = best(search.attempts), defaultdict[str, list[str]](list)
    judged = [one.verdicts for one in search.attempts if one is not attempt]
    for part in _open(search):
        broken = search.memory(Proved).broken.get(part)
        verdicts = [(yield from search.sandbox.test(broken, search.suite))] if broken else []
        for name in {name for one in (*judged, *verdicts) for name in _failing_for(part, one, search.suite, breaking)}:
            found[name].append(part)
    if found:
        tests = (replace(test, fails_for=(*test.fails_for, *found.get(test.name, ()))) for test in search.suite.tests)
        changes = [TestChange(name, "tried", TRIED) for name in sorted(found)]
        yield from search.change_tests(replace(search.suite, tests=tuple(tests)), changes)


def _failing_for(part: str, verdicts: Verdicts, suite: Suite, breaking: Breaking) -> set[str]:
    """The tests of `part` that fail as tests do, where a program breaks it; none where it breaks most other things."""
    about = {test.name for test in suite.tests if part in test.about and not test.weak}
    others = {test.name for test in suite.tests} - about
    failing = {failure.name for failure in verdicts.failures}
    if verdicts.problem or 2 * len(failing & others) > len(others):
        return set()
    return {failure.name for failure in verdicts.failures if failure.name in about and breaking.noticed(failure)}


def _sharpen(
    search: Search, wanted: Mapping[str, str], settling: Settling, strengthening: Strengthening
) -> Generator[Event, None, None]:
    """Add tests of these by who sees no program. What the program fails is settled; what can't be, stays out."""
    attempt = best(search.attempts)
    search.memory(Proved).sharper |= wanted.keys()
    other = yield from search.writer.sharper(search.suite, wanted)
    if not other or not attempt:
        return
    new = unlike(search.suite, other, search.language)
    passing, failing = yield from ends(search, attempt, new)
    said, parts = passing | failing, wanted.keys()
    useless = [test.name for test in new.tests if test.name not in said or parts.isdisjoint(test.about)]
    with suppress(NoUsableReply):
        joined = strengthening.joined(search.suite, settling.without(new, useless))
        yield from adopt(search, joined, ADDED, settling)


PROVE = Move(
    "prove",
    say("it is tried whether the tests of each rule can fail"),
    say("the tests of a rule noticed no planted mistake"),
    lambda search: bool(_open(search)),
    prove,
)
