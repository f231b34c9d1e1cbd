"""What is known so far in a search, as values that are replaced and never changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from agent.attempts import Attempt, best
from agent.types import NO_REVIEW, Ground, Review, TestChange
from languages.types import Candidate, Suite
from message import Sentence


@dataclass(frozen=True, slots=True)
class Turn:
    """The coder's last answer: its `number` as an attempt, its program, and the tests that it disputes, with reasons.

    Without time for an answer it isn't `answered`.
    Tests that were in dispute may be `settled` since. What counts is the last program, unless one before passes more
    tests; or `by_best` the best one, once tests were changed, or what was good enough was to be made better.
    """

    number: int = 0
    candidate: Candidate | None = None
    disputed: Mapping[str, str] = field(default_factory=dict)
    answered: bool = False
    settled: bool = False
    by_best: bool = False


# Why: docs/decisions.md, "Only the search numbers attempts, and the verdict names the program that it judged"
@dataclass(frozen=True, slots=True)
class State:
    """How far a search for a program that passes `suite` is. Methods that tell of something give the state after it.

    `attempts` stand in the order they were tested, under numbers that were given out: so many are `numbered`, and the
    limits allow as many more as are `attempts_left`. `turn` is what the coder gave last. The attempts before
    `since_change` led nowhere. `disputed` are all tests that the coder ever disputed, with its reasons. `suite` has the
    tests that count now, and `changes` is what was done to them since there are programs. Once at most a model is asked
    for more inputs (`inputs_asked`). `reviews` has by program, as `same_program` names it, what came of reading its
    results, and `spoken_for` what speaks for it. `differing` are programs that differ from the best attempt where
    nobody knows what is right. `objections` are tests that a program fails, and of which nobody could say who is wrong:
    only the person can.
    """

    same_program: Callable[[Candidate], str]
    attempts_left: int
    suite: Suite
    attempts: tuple[Attempt, ...] = ()
    changes: tuple[TestChange, ...] = ()
    numbered: int = 0
    turn: Turn = Turn()
    since_change: int = 0
    disputed: Mapping[str, str] = field(default_factory=dict)
    inputs_asked: bool = False
    reviews: Mapping[str, Review] = field(default_factory=dict)
    spoken_for: Mapping[str, Ground] = field(default_factory=dict)
    differing: frozenset[str] = frozenset()
    objections: tuple[Sentence, ...] = ()

    @property
    def current(self) -> Attempt | None:
        """The attempt that is gone on with: a repair that makes fewer tests pass is taken back."""
        if self.turn.by_best or not self.attempts:
            return best(self.attempts)
        since = self.attempts[self.since_change :] or self.attempts  # what came before a change of approach led nowhere
        return max((since[-1], *since), key=lambda attempt: attempt.passes)

    @property
    def passing(self) -> Attempt | None:
        """The best attempt, where nothing in it is left for the coder to repair."""
        chosen = best(self.attempts)
        return chosen if chosen and chosen.done else None

    @property
    def confirmed(self) -> set[str]:
        """The tests of which it is known that they are right, so that a program that fails them is wrong."""
        return {change.name for change in self.changes if change.what == "confirmed"}

    def review_of(self, candidate: Candidate) -> Review:
        """What came of reading its results; where they weren't read, what is still held against the last that were."""
        *_, latest = (NO_REVIEW, *self.reviews.values())
        return self.reviews.get(self.same_program(candidate), latest.of_another)

    def doubts(self, review: Review) -> tuple[Sentence, ...]:
        """What is held against a program of which that review tells."""
        return tuple(dict.fromkeys((*review.doubts, *self.objections)))

    def require_new(self, number: int) -> None:
        """Raise `ValueError` where `number` was not given out, or is taken."""
        before = self.attempts[-1].number if self.attempts else 0
        if not before < number <= self.numbered:
            raise ValueError(f"{number} is no new number of an attempt: {before} is taken, {self.numbered} given out")

    def with_number(self) -> State:
        """One more number is given out. Raises `ValueError` where no attempts are left."""
        if self.attempts_left < 1:
            raise ValueError(f"there may be {self.numbered} attempts, and no more")
        return replace(self, attempts_left=self.attempts_left - 1, numbered=self.numbered + 1)

    def with_turn(self, turn: Turn) -> State:
        """The coder has answered, or had no time to."""
        return replace(self, turn=turn, disputed={**self.disputed, **turn.disputed})

    def with_settled_turn(self) -> State:
        """What was in dispute is settled, so that the best program counts, and no longer the last."""
        return replace(self, turn=replace(self.turn, settled=True, by_best=True))

    def with_attempt(self, attempt: Attempt) -> State:
        """One more program was tried. Raises as `require_new`."""
        self.require_new(attempt.number)
        return replace(self, attempts=(*self.attempts, attempt))

    def with_changed(self, before: Attempt, after: Attempt) -> State:
        """Of an attempt, which is still as it was `before`, other things are known."""
        place = self.attempts.index(before)
        return replace(self, attempts=(*self.attempts[:place], after, *self.attempts[place + 1 :]))

    def with_ground(self, candidate: Candidate, ground: Ground) -> State:
        """`ground` speaks for that program."""
        return replace(self, spoken_for={**self.spoken_for, self.same_program(candidate): ground})

    def with_differing(self, program: str) -> State:
        """It differs from the best attempt, and nobody knows what is right."""
        return replace(self, differing=self.differing | {program})

    def with_review(self, attempt: Attempt, review: Review) -> State:
        """`review` stands for the program of `attempt`."""
        noted = replace(attempt, doubts=self.doubts(review), unseen=review.unseen)
        reviews = {**self.reviews, self.same_program(attempt.candidate): review}
        return replace(self.with_changed(attempt, noted), reviews=reviews)

    # Why: docs/decisions.md, "A reviewer's finding must hold by the task alone, and finding none takes two readings"
    def left_open(self, tests: Sequence[Sentence]) -> State:
        """These tests, each with its reason, stand against every program until the person has decided."""
        state = replace(self, objections=tuple(dict.fromkeys((*self.objections, *tests))))
        told = (replace(one, doubts=state.doubts(state.review_of(one.candidate))) for one in self.attempts)
        return replace(state, attempts=tuple(told))
