"""The values of a run. All are frozen; what a run did is recorded as the events of `events.py`."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Literal

from languages.brief import Brief
from languages.checks import ENOUGH_NOTICED
from languages.types import DEFAULT, Candidate, Suite
from message import Sentence, say

MOST_NAMED = 5
"""Files that are named in a sentence."""
Role = Literal["brief", "tests", "review", "code"]
Ask = Literal["never", "where_open", "always"]
"""Whether a run waits for the person once there is a brief: `where_open` only where what is assumed matters to them."""

Step = Literal["repair", "check", "decide", "tests", "confirm", "connect", "time", "anew", "plan", "nothing", ""]
"""One thing that a program whose tests all pass lacks to be verified; empty where it is, or some test fails."""

Mended = Literal["program", "tests", "plan"]
"""What is made anew though nothing else is to be built than before; with the plan its tests, too."""

TakenIn = Literal["", "all", "files"]
"""What of a request came with a program that somebody shared, and was accepted by nobody here."""

Status = Literal["verified", "unverified", "failed", "cancelled", "error"]


@dataclass(frozen=True, slots=True)
class Limits:
    """Where a run ends: after so many attempts, seconds or dollars.

    Where nobody gave `seconds`, they follow from how fast its models answer (`agent/timing.py`).
    `mutation_score` is the share of planted mistakes, 0 to 1, that the tests must catch. A `quick` run asks a model for
    nothing beyond plan, tests, program and repairs.
    """

    attempts: int = 5
    seconds: float | None = None
    max_cost_usd: float | None = None
    mutation_score: float = ENOUGH_NOTICED
    quick: bool = False


@dataclass(frozen=True, slots=True)
class Ground:
    """What speaks for a program beside its tests and checks, `said` in a sentence: an example of the person's, another
    program that was written apart from it, somebody who read what came of it, or the person, who looked at that."""

    kind: Literal["example", "second", "reading", "person"]
    said: Sentence


@dataclass(frozen=True, slots=True)
class Vouched:
    """The person looked at a result of the program and said that it is right, at a time in ISO format, UTC. It was
    `made_of` files of these paths; of none where it takes none."""

    at: str
    made_of: tuple[str, ...] = ()

    @property
    def files(self) -> str:
        """The names of the files for a sentence; of many, the first."""
        return ", ".join([*self.made_of[:MOST_NAMED], *(["…"] if len(self.made_of) > MOST_NAMED else [])])

    @property
    def day(self) -> str:
        """As in `2025-06-28`, in this computer's time zone."""
        return datetime.fromisoformat(self.at).astimezone().date().isoformat()


NOT_READ = say("the program was changed since they were read")


@dataclass(frozen=True, slots=True)
class Review:
    """What came of reading the results of a program.

    `doubts` is what somebody holds against them and nobody settled, each in a sentence: only the person can say whether
    it is so. `unseen` says why somebody who reads them can't vouch for the program, as it could not be looked at.
    """

    doubts: tuple[Sentence, ...] = ()
    unseen: tuple[Sentence, ...] = ()

    @property
    def of_another(self) -> Review:
        """What of it stands for a program that was made of this one, as long as nobody reads that one's results: who
        answers then what is open hasn't said that these are right."""
        return replace(self, unseen=tuple(dict.fromkeys((*self.unseen, NOT_READ)))) if self.doubts else self


NO_REVIEW = Review()


@dataclass(frozen=True, slots=True)
class Earlier:
    """A finished run to go on from: its program, its tests, and what should be different.

    `changes` are all wishes so far in plain words, the oldest first.
    Where the last wish only `mends` something, the plan stays, and the program is tried as it is first: what is mended
    is the program, whose tests stay too, or the tests. With the plan, both are made of the task alone.
    The `ground` is what spoke for this very program in that run, beside an example, and the `review` is
    what came of reading its results there, less what the person has answered since. It is `only_checked` where it stays
    as it is, and is checked once more.
    """

    run_id: str
    candidate: Candidate
    suite: Suite
    changes: tuple[Sentence, ...] = ()
    brief: Brief | None = None
    mends: Mended | None = None
    ground: Ground | None = None
    review: Review = NO_REVIEW
    only_checked: bool = False

    @property
    def by_hand(self) -> bool:
        """True where the program was edited by hand, and is tested and checked as it is, without a model."""
        return not self.changes and not self.mends

    @property
    def keeps_plan(self) -> bool:
        """True where nothing else is to be built than before, by the plan that there is."""
        return self.by_hand or self.mends in ("program", "tests")

    @property
    def keeps_tests(self) -> bool:
        """True where the program is held to the tests that there are."""
        return self.by_hand or self.mends == "program"


@dataclass(frozen=True, slots=True)
class InputFile:
    """A file that a run is given, by its relative path with `/`. `digest` is the SHA-256 of its content in hex."""

    path: str
    digest: str
    size: int


@dataclass(frozen=True, slots=True)
class Request:
    """What the user asked for. Models are named by spec: `ollama:NAME`, `claude:NAME` or `demo`;
    empty where none was picked, which only serves where none is asked.

    `examples` are Python expressions that must hold, such as `f(1, 2) == 3`; they become tests
    that nobody may change. `earlier` is the run that this one goes on from, if any. `files` only
    name the files that came with it: the history keeps their contents. `left_out` says in sentences
    what else was given and not taken. `brief` is one that the person gave; `ask` says whether they want to see what
    a model makes of the task, before anything is built. `packages` may be used though few use them. Of what was
    `taken_in`, nothing speaks for the program.
    """

    task: str
    model: str
    test_model: str
    strategy: str = "repair"
    examples: tuple[str, ...] = ()
    limits: Limits = field(default_factory=Limits)
    earlier: Earlier | None = None
    files: tuple[InputFile, ...] = ()
    language: str = DEFAULT
    left_out: tuple[Sentence, ...] = ()
    brief: Brief | None = None
    ask: Ask = "never"
    packages: tuple[str, ...] = ()
    taken_in: TakenIn = ""


@dataclass(frozen=True, slots=True)
class TestChange:
    """What became of one test while programs were tried, and why. One that was `tried` was seen to fail where it must;
    one that was `withdrawn` came later than the first, and nobody could settle it; one that was `passed_over` is in
    dispute, and nobody was asked about it.

    `question` is what only the person can answer, where that is the reason.
    """

    __test__ = False

    name: str
    what: Literal["added", "confirmed", "kept", "replaced", "dropped", "tried", "withdrawn", "passed_over"]
    reason: Sentence
    question: Sentence = ""


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a conversation with a model."""

    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True, slots=True)
class Usage:
    """What a model call took. `cost_usd` is None where nobody knows the price."""

    input_tokens: int = 0
    output_tokens: int = 0
    cost_usd: float | None = None

    def __add__(self, other: Usage) -> Usage:
        costs = [cost for cost in (self.cost_usd, other.cost_usd) if cost is not None]
        return Usage(
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            sum(costs) if costs else None,
        )

    @property
    def in_words(self) -> str:
        """As in `1,200 tokens read, 340 written, $0.02`."""
        read, written = self.input_tokens, self.output_tokens
        if self.cost_usd is None:
            return say("%(read)s tokens read, %(written)s written", read=read, written=written)
        price = f"${self.cost_usd:.2f}"
        return say("%(read)s tokens read, %(written)s written, %(price)s", read=read, written=written, price=price)
