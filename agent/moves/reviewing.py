"""What comes of the person's own files, or else of other inputs, is read against their words, as they would read it.

No test looks for what nobody thought of, and who reads a result sees it at a glance: a blank that nobody filled in, a
name that is missing. What the test model finds so becomes a test. It has seen a program's work by then, so each test
is held against the task once more, by derivations that see nothing of that; a majority decides, as in `disputes.py`.
What is held against a result and nobody settles is asked of the person, and until they answer nothing is verified.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Generator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from agent.attempts import Attempt, best
from agent.deciding.disputes import DERIVATIONS, MAJORITY
from agent.deciding.reading import Find, Said, read, read_again
from agent.deciding.results import NOT_REACHED, Result, results_of, unseen
from agent.errors import ModelError
from agent.events import Event
from agent.pace import SHORT
from agent.search.bench import Search
from agent.search.lacking import lacks_at_most_tests
from agent.search.move import Move
from agent.types import Ground, Message, Review, TestChange
from languages.errors import NoUsableReply
from languages.settling import Settling
from languages.strengthening import Strengthening
from languages.types import Suite
from message import Sentence, say, say_count

PROGRAMS = 3
"""That are read in a run: one, and what was repaired after it, twice."""
JUDGE = say("say what must hold")
WRONG = say("The result isn't what the task asks for.")
NOT_KNOWN = say("the model that read them couldn't tell from what it was shown")
WORDS = ("yes", "no", "badly", "unclear")
_SAID = re.compile(
    rf"^(?:[^\w\n]|[\d_])*?`?(test_\w+)`?(?:\(\w*\))?[^\w\n]+(?:is\s+)?({'|'.join(WORDS)})\b",
    re.IGNORECASE | re.MULTILINE,
)

GROUND = say("A model compared what it made of your own files with your words, and found nothing wrong")
GROUND_OTHERS = say("A model compared what it makes of made-up inputs with your words, and found nothing wrong")


# Why: docs/decisions.md, "A reviewer's finding must hold by the task alone, and finding none takes two readings"
def review(search: Search) -> Generator[Event, None, None]:
    """Add tests of what is wrong in what the best attempt makes of the person's own files, or where they gave none, of
    other inputs. Where two readings find nothing wrong, that speaks for it.

    Raises as `Search.change_tests`; a model that fails has found nothing.
    """
    settling, strengthening = search.language.settling, search.language.strengthening
    attempt = best(search.attempts)
    if not (settling and strengthening and attempt):
        return
    earlier = search.state.review_of(attempt.candidate).doubts
    results = yield from results_of(search, attempt, strengthening)
    hidden = unseen(search, attempt, results)
    if search.own_looks and not results:
        hidden = (*hidden, NOT_REACHED)
    search.state = search.state.with_review(attempt, Review(earlier, hidden))
    if results and not (hidden and not attempt.grounds):
        reviewing = _Reviewing(search, attempt, results, settling, strengthening)
        if (yield from reviewing.finds_nothing(earlier)) and not hidden:
            search.speak_for(reviewing.judged, Ground("reading", _ground(search, results)))


def _ground(search: Search, results: Sequence[Result]) -> Sentence:
    """What was compared, and how much of it."""
    if not search.own_looks:
        return GROUND_OTHERS
    unread = max(one.unread for one in results)
    if not unread:
        return GROUND
    return say_count(
        "A model compared what it made of your own files with your words, but for %(count)s file of which it saw only "
        "the name, and found nothing wrong",
        "A model compared what it made of your own files with your words, but for %(count)s files of which it saw only "
        "the names, and found nothing wrong",
        unread,
    )


def _applies(search: Search) -> bool:
    """Nobody is asked where that couldn't change the verdict, nor twice about the same program."""
    attempt = search.state.passing
    if not attempt or not search.suite.starts:
        return False
    reviews = search.state.reviews
    unread = search.language.same_program(attempt.candidate) not in reviews and len(reviews) < PROGRAMS
    # Without their files it takes one request more, and where their example holds, that may do.
    is_needed = bool(search.own_looks) or not search.examples_speak
    # What is held against a program before it is settled by reading what came after it.
    return is_needed and unread and lacks_at_most_tests(search, replace(attempt, doubts=()))


@dataclass(frozen=True, slots=True)
class _Reviewing:
    """The review of what came of one attempt."""

    search: Search
    attempt: Attempt
    results: Sequence[Result]
    settling: Settling
    strengthening: Strengthening

    @property
    def judged(self) -> Attempt:
        """The attempt as its tests and checks say now."""
        return next(one for one in self.search.attempts if one.number == self.attempt.number)

    # Why: docs/decisions.md, "A reviewer's finding must hold by the task alone, and finding none takes two readings"
    def finds_nothing(self, earlier: Sequence[Sentence]) -> Generator[Event, None, bool]:
        """Whether two readings hold nothing against the results, but for what was settled since.

        The second sees no file, so that what one says has no vote; it is asked for only where nothing else speaks for
        the program. What it finds, the first says whether it is so. What was held against the program before this one
        and isn't settled is looked at as well.
        """
        first = yield from read(self.search, self.results, [Find(one) for one in earlier])
        if first is None or not (yield from self._settled(first, earlier)):
            return False
        if self.judged.grounds:
            return True
        second = yield from read_again(self.search, self.results)
        if second is None or not second.knows:
            self._note((), () if second is None else (NOT_KNOWN,))
            return False
        return not second.finds or (yield from self._confronted(second.finds, ()))

    def _settled(
        self, said: Said, before: Sequence[Sentence] = (), may_ask: bool = True
    ) -> Generator[Event, None, bool]:
        """Whether nothing is left of what was said; what is, is a doubt from now on.

        What can't be settled by a test, since it has none, or it says nothing of this program, is asked about once.
        """
        if not said.knows:
            self._note(before, (NOT_KNOWN,))
            return False
        self._note([find.said for find in said.finds])  # so that a run that ends here isn't verified
        failing = yield from self._failing(said.tests)
        held = [find for find in said.finds if find.test in failing]
        unheld = [find for find in said.finds if find.test not in failing]
        votes = yield from self._judged(said.tests, held)
        still_open = yield from self._adopted(said.tests, held, votes)
        badly = [find for find in still_open if votes[find.test, "badly"] >= MAJORITY]
        unheld, still_open = [*unheld, *badly], [find for find in still_open if find not in badly]
        self._note([find.said for find in (*still_open, *unheld)])
        if not self.judged.done:  # it is repaired, and what comes of that is read
            return False
        if unheld and may_ask:
            return (yield from self._confronted(unheld, still_open))
        return not (still_open or unheld)

    def _confronted(self, finds: Sequence[Find], still_open: Sequence[Find]) -> Generator[Event, None, bool]:
        """Whether nothing is left of `finds`, once all was read with them in mind, and nothing is `still_open`."""
        doubts = [find.said for find in (*still_open, *finds)]
        self._note(doubts)
        said = yield from read(self.search, self.results, finds)
        if said is None:
            return False
        if not (yield from self._settled(said, doubts, may_ask=False)):
            self._note([*dict.fromkeys((*(find.said for find in still_open), *self.judged.doubts))], self.judged.unseen)
            return False
        self._note([find.said for find in still_open])
        return not still_open

    def _note(self, doubts: Sequence[Sentence], hidden: Sequence[Sentence] = ()) -> None:
        known = self.search.state.review_of(self.attempt.candidate).unseen
        review = Review(tuple(doubts), tuple(dict.fromkeys((*known, *hidden))))
        self.search.state = self.search.state.with_review(self.judged, review)

    def _failing(self, tests: Suite | None) -> Generator[Event, None, Collection[str]]:
        """Those of `tests` that the program fails for what they assert: in which something else goes wrong, every
        program would fail."""
        if tests is None:
            return ()
        verdicts = yield from self.search.sandbox.test(self.attempt.candidate, tests)
        fails = self.strengthening.is_assertion
        return {one.name for one in verdicts.failures if fails(one) and "::" not in one.name}

    def _only(self, tests: Suite, names: Collection[str]) -> Suite:
        """The tests of these names; which rules they say they are about proves nothing."""
        kept = self.settling.without(tests, [test.name for test in tests.tests if test.name not in names])
        return replace(kept, tests=tuple(replace(test, rules=(), examples=()) for test in kept.tests))

    def _adopted(
        self, tests: Suite | None, held: Sequence[Find], votes: Counter[tuple[str, str]]
    ) -> Generator[Event, None, list[Find]]:
        """Go on with the tests of those that the task asks for; returns those of which nobody knows whether it does."""
        upheld = [find for find in held if votes[find.test, "yes"] >= MAJORITY]
        still_open = [find for find in held if find not in upheld and votes[find.test, "no"] < MAJORITY]
        if tests is None or not upheld:
            return still_open
        before = self.search.suite
        try:
            suite = self.strengthening.joined(before, self._only(tests, {find.test for find in upheld}))
        except NoUsableReply:
            return [*still_open, *upheld]
        added = [test.name for test in suite.tests[len(before.tests) :]]
        # As good as settled: nobody may dispute them any more.
        kinds: tuple[Literal["added", "confirmed"], ...] = ("added", "confirmed")
        yield from self.search.change_tests(suite, [TestChange(name, kind, WRONG) for name in added for kind in kinds])
        # What it passes now, beside its other tests, was never settled.
        return [*still_open, *upheld] if self.judged.verdicts.stands else still_open

    def _judged(self, tests: Suite | None, held: Sequence[Find]) -> Generator[Event, None, Counter[tuple[str, str]]]:
        """How often it was said of each test of those `held` that it must hold, by its name and one of `WORDS`."""
        votes: Counter[tuple[str, str]] = Counter()
        if tests is None or not held:
            return votes
        search, names = self.search, {find.test for find in held}
        render, brief, source = search.language.render, search.brief, self._only(tests, names).source
        ask = render("review_tests", task=search.request.task, files=search.looks, brief=brief, tests=source)
        messages = [Message("system", render("settle_system", brief=brief)), Message("user", ask)]
        for _ in range(DERIVATIONS):
            try:
                said = yield from search.tester.ask_if_time(JUDGE, messages, _answers, tokens=SHORT)
            except (NoUsableReply, ModelError):
                break
            votes.update(said.items())
            if all(any(votes[name, word] >= MAJORITY for word in WORDS) for name in names):
                break
        return votes


def _answers(reply: str) -> dict[str, str]:
    """One of `WORDS` by the names of tests, the last word on each. Raises `NoUsableReply`."""
    found = {name: word.casefold() for name, word in _SAID.findall(reply)}
    if not found:
        raise NoUsableReply(say("It says of no test whether it must hold."))
    return found


REVIEW = Move("review", say("the results are read"), say("tests start the program, and it passes"), _applies, review)
