"""What comes of the person's own files, or else of other inputs, is read against their words, as they would read it.

No test looks for what nobody thought of, and who reads a result sees it at a glance: a blank that nobody filled in, a
name that is missing. What the test model finds so becomes a test. It has seen a program's work by then, so each test
is held against the task once more, by derivations that see nothing of that; a majority decides, as in `disputes.py`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Generator, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial, reduce
from typing import Literal

from agent.attempts import Attempt, best
from agent.disputes import DERIVATIONS, MAJORITY
from agent.errors import ModelError
from agent.events import Event
from agent.looking import both_ends, in_detail, shared
from agent.outcomes import outcome_of
from agent.pace import SHORT
from agent.strategies.base import Search, lacks_at_most_tests
from agent.strategies.new_tests import ask_for_inputs
from agent.types import Ground, Message, TestChange
from agent.validation import validated
from languages.errors import NoUsableReply
from languages.files import FileLook
from languages.outcome import SHOT, FileOut, Start, Table
from languages.settling import Settling
from languages.strengthening import Strengthening
from languages.thoughts import without_thoughts
from languages.types import DroppedTest, Suite, TellingInput
from message import joined, say
from wording import printable

PROGRAMS = 3
"""That are read in a run: one, and what was repaired after it, twice."""
TRIES = 2
MOST_FOUND = 3
MOST_STARTS = 2
FEWEST_INPUTS, MOST_INPUTS = 3, 10
"""Starts that somebody thought of: so many at least, and no more."""
MOST_FILES = 4
MOST_TEXT = 3_000
"""Characters of what one start shows."""
READ = say("read what came out")
JUDGE = say("say what must hold")
NOTHING = say("nothing is wrong")
UNKNOWN = "not known"
WRONG = say("The result isn't what the task asks for.")
OPEN = say("To a model that read the result this looked wrong, but the task doesn't clearly say so.")
WORDS = ("yes", "no", "unclear")
_SAID = re.compile(
    rf"^(?:[^\w\n]|[\d_])*?`?(test_\w+)`?(?:\(\w*\))?[^\w\n]+(?:is\s+)?({'|'.join(WORDS)})\b",
    re.IGNORECASE | re.MULTILINE,
)


GROUND = say("A model compared what it made of your own files with your words, and found nothing wrong")
GROUND_OTHERS = say("A model compared what it makes of made-up inputs with your words, and found nothing wrong")


@dataclass(frozen=True, slots=True)
class Result:
    """What one start showed and left, as the model reads it; what it was `made_by`, where not by a double-click.

    It is `unseen` where nobody could look into a file that matters: then who reads the rest doesn't know what came out.
    """

    text: str
    files: tuple[FileLook, ...]
    made_by: str = ""
    unseen: bool = False


# Why: docs/decisions.md, "What somebody found in a result must hold by the task alone"
def review(search: Search) -> Generator[Event, None, Attempt | None]:
    """Add tests of what is wrong in what the best attempt makes of the person's own files, or where they gave none, of
    other inputs. Where nothing is wrong, that speaks for it.

    Returns the best attempt with what its tests say now. Nobody is asked where that couldn't change the verdict, nor
    twice about the same program. Raises as `Search.change_tests`; a model that fails has found nothing.
    """
    settling, strengthening = search.language.settling, search.language.strengthening
    attempt = best(search.attempts)
    if settling and strengthening and attempt and _is_worth_it(search, attempt):
        search.read.add(search.language.same_program(attempt.candidate))
        results = yield from _results(search, attempt, strengthening)
        if results and not any(result.unseen for result in results):
            read = yield from _read_by_model(search, attempt, results, settling, strengthening)
            if read and read.wrong:
                yield from _settle(search, attempt, read.wrong, settling, strengthening)
            judged = next(one for one in search.attempts if one.number == attempt.number)
            if read and judged.done and not judged.doubts:
                search.speak_for(judged, Ground("reading", GROUND if search.own_looks else GROUND_OTHERS))
    return best(search.attempts)


def _is_worth_it(search: Search, attempt: Attempt) -> bool:
    unread = search.language.same_program(attempt.candidate) not in search.read and len(search.read) < PROGRAMS
    # Without their files it takes one request more, and where their example holds, that may do.
    is_needed = bool(search.own_looks) or not search.examples_speak
    return search.suite.starts and is_needed and unread and lacks_at_most_tests(search, attempt)


def _results(
    search: Search, attempt: Attempt, strengthening: Strengthening
) -> Generator[Event, None, tuple[Result, ...]]:
    """What came of the person's own files.

    Where they gave none, it is of starts that somebody thought of who sees no program: what tests try is known.
    """
    if search.own_looks:
        starts = (yield from search.show(attempt)).starts
        return _unlike([start for start in starts if start.own])
    if search.brief and search.brief.kind == "window":
        return ()  # no input opens one
    if not search.inputs_asked:
        yield from ask_for_inputs(search, strengthening)
    return (yield from _of_inputs(search, attempt, strengthening))


def _of_inputs(
    search: Search, attempt: Attempt, strengthening: Strengthening
) -> Generator[Event, None, tuple[Result, ...]]:
    drafts: dict[str, tuple[str, Suite]] = {}
    for source in search.suite.inputs:
        with suppress(NoUsableReply):
            draft = strengthening.drafted(TellingInput(source, ()), drafts)
            if draft.starts:
                drafts[draft.tests[0].name] = source, draft
    if not drafts:
        return ()
    suite = reduce(strengthening.joined, (draft for _, draft in drafts.values()))
    run = yield from search.sandbox.runner()
    starts = outcome_of(attempt.candidate, suite, search.language, run).starts
    found = {start.test: _result(start, drafts[start.test][0]) for start in starts if start.test in drafts}
    return tuple(found.values())[:MOST_INPUTS] if len(found) >= FEWEST_INPUTS else ()


def _unlike(starts: Sequence[Start]) -> tuple[Result, ...]:
    """Those that left and showed most, once where they came to the same."""
    found: dict[object, Result] = {}
    # What is shown may name the folder, which is another one at each start.
    for start in sorted(starts, key=lambda start: (-len(start.files), -len(start.said))):
        result = _result(start)
        # A workbook with the same in it may have another size.
        files = tuple(replace(look, size=0) if look.excerpt else look for look in result.files)
        found.setdefault((tuple(turn.text for turn in start.said if turn.typed), files), result)
    return tuple(found.values())[:MOST_STARTS]


def _result(start: Start, made_by: str = "") -> Result:
    text = "".join(f"> {turn.text}\n" if turn.typed else turn.text for turn in start.said)
    files = [file for file in start.files if file.path != SHOT]
    wanted = in_detail([file.path for file in files], MOST_FILES)
    looks = [_look(file, file.path in wanted) for file in files]
    unseen = any(file.path in wanted and not file.sort for file in files)
    shown = printable(both_ends(text, MOST_TEXT))
    return Result(f"{shown}\n{start.problem}".strip(), tuple(shared(looks)), made_by, unseen)


def _look(file: FileOut, wanted: bool) -> FileLook:
    if not wanted:
        return FileLook(file.path, file.size)
    rows = (line for table in file.tables for line in _lines(table))
    said = "\n".join(rows) or "\n".join(file.difference) or file.excerpt
    return FileLook(file.path, file.size, f"{file.change}, {file.sort}", printable(said))


def _lines(table: Table) -> Iterator[str]:
    title, between = table.title, f"[... {table.more:,} rows left out here ...]" if table.more else ""
    yield from filter(None, (title, *map(" | ".join, table.rows), between, *map(" | ".join, table.last)))


@dataclass(frozen=True, slots=True)
class _Reading:
    """That somebody read it, and the tests of what they found `wrong` that the attempt really fails."""

    wrong: Suite | None = None


def _read_by_model(
    search: Search, attempt: Attempt, results: Sequence[Result], settling: Settling, strengthening: Strengthening
) -> Generator[Event, None, _Reading | None]:
    """What came of the reading; None where the answer says neither that all is right nor what is wrong, as where what
    decides was left out."""
    render, brief, task = search.language.render, search.brief, search.request.task

    def valid(draft: Suite | str) -> Generator[Event, None, Suite | str]:
        return (yield from validated(draft, search.language, search.sandbox)) if isinstance(draft, Suite) else draft

    ask = render("review", task=task, files=search.looks, brief=brief, results=results)
    messages = [Message("system", render("review_system", brief=brief, files=search.looks)), Message("user", ask)]
    try:
        reader = replace(search.tester, role="review")
        new = yield from reader.ask_if_time(READ, messages, partial(_read, search), valid, TRIES)
    except (NoUsableReply, ModelError):
        return None
    if not isinstance(new, Suite):
        return _Reading() if new == NOTHING else None
    verdicts = yield from search.sandbox.test(attempt.candidate, new)
    if verdicts.passed:  # what it says is wrong isn't
        return _Reading()
    # One in which something else goes wrong would fail for every program.
    failing = [one.name for one in verdicts.failures if strengthening.is_assertion(one) and "::" not in one.name]
    return _Reading(_only(new, failing[:MOST_FOUND], settling)) if failing else None


def _read(search: Search, reply: str) -> Suite | str:
    """Tests that aren't validated yet, or one of `NOTHING` and `UNKNOWN`. Raises `NoUsableReply`."""
    said = " ".join(re.findall(r"\w+", without_thoughts(reply).casefold()))
    if said in (NOTHING, UNKNOWN):
        return said
    return search.language.read_tests(reply, search.request.task)


def _only(suite: Suite, names: Collection[str], settling: Settling) -> Suite:
    """The tests of these names; which rules they say they are about proves nothing."""
    kept = settling.without(suite, [test.name for test in suite.tests if test.name not in names])
    return replace(kept, tests=tuple(replace(test, rules=(), examples=()) for test in kept.tests))


def _settle(
    search: Search, attempt: Attempt, found: Suite, settling: Settling, strengthening: Strengthening
) -> Generator[Event, None, None]:
    """Go on with those that the task asks for; of the others that it may ask for the person is told."""
    place = search.attempts.index(attempt)
    program = search.language.same_program(attempt.candidate)
    search.doubted[program] = len(found.tests)  # so that a run that ends here isn't verified
    search.attempts[place] = replace(attempt, doubts=len(found.tests))
    votes = yield from _judged(search, found)
    upheld = [test.name for test in found.tests if votes[test.name, "yes"] >= MAJORITY]
    open_ones = {test.name for test in found.tests if votes[test.name, "no"] < MAJORITY} - set(upheld)
    suite = search.suite
    if upheld:
        try:
            suite = strengthening.joined(suite, _only(found, upheld, settling))
        except NoUsableReply:
            open_ones |= set(upheld)
    added = [test.name for test in suite.tests[len(search.suite.tests) :]]
    unjudged = [test for test in found.tests if not any(votes[test.name, word] for word in WORDS)]
    search.doubted[program] = len(unjudged)  # what nobody judged stays in doubt
    if not added:  # else it is in doubt until it was tested anew
        search.attempts[place] = replace(attempt, doubts=len(unjudged))
    doubted = (
        DroppedTest(one.name, joined(" ", (OPEN, one.description))) for one in found.tests if one.name in open_ones
    )
    suite = replace(suite, dropped=(*suite.dropped, *doubted))
    if suite != search.suite:
        # As good as settled: nobody may dispute them any more.
        kinds: tuple[Literal["added", "confirmed"], ...] = ("added", "confirmed")
        yield from search.change_tests(suite, [TestChange(name, kind, WRONG) for name in added for kind in kinds])


def _judged(search: Search, found: Suite) -> Generator[Event, None, Counter[tuple[str, str]]]:
    """How often it was said of each test that it must hold, by its name and one of `WORDS`."""
    render, brief = search.language.render, search.brief
    ask = render("review_tests", task=search.request.task, files=search.looks, brief=brief, tests=found.source)
    messages = [Message("system", render("settle_system", brief=brief)), Message("user", ask)]
    votes: Counter[tuple[str, str]] = Counter()
    for _ in range(DERIVATIONS):
        try:
            said = yield from search.tester.ask_if_time(JUDGE, messages, _answers, tokens=SHORT)
        except (NoUsableReply, ModelError):
            break
        votes.update(said.items())
        if all(any(votes[test.name, word] >= MAJORITY for word in WORDS) for test in found.tests):
            break
    return votes


def _answers(reply: str) -> dict[str, str]:
    """One of `WORDS` by the names of tests, the last word on each. Raises `NoUsableReply`."""
    found = {name: word.casefold() for name, word in _SAID.findall(reply)}
    if not found:
        raise NoUsableReply(say("It says of no test whether it must hold."))
    return found
