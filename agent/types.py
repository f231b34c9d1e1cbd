"""The values of a run. All are frozen; what a run did is told by `events.py`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Role = Literal["tests", "code"]
Status = Literal["verified", "unverified", "failed", "cancelled", "error"]
CheckStatus = Literal["passed", "failed", "not_checked", "error"]
Severity = Literal["low", "medium", "high"]
Strategy = Literal["repair"]


@dataclass(frozen=True, slots=True)
class Limits:
    """Where a run ends: after so many attempts, seconds or dollars.

    `mutation_score` is the share of planted mistakes, 0 to 1, that the tests must catch.
    """

    attempts: int = 5
    seconds: float = 900.0
    max_cost_usd: float | None = None
    mutation_score: float = 0.8


@dataclass(frozen=True, slots=True)
class TestCase:
    """One test function, and what it checks in plain English (its docstring's first line)."""

    __test__ = False

    name: str
    description: str
    source: Literal["model", "user"] = "model"


@dataclass(frozen=True, slots=True)
class Earlier:
    """A finished run to go on from: its program, its tests, and what should be different.

    `changes` are all wishes so far in plain words, the oldest first. Without any, `solution` was
    edited by hand and is tested and checked as it is, without a model.
    """

    run_id: str
    solution: str
    test_code: str
    tests: tuple[TestCase, ...]
    changes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Request:
    """What the user asked for. Models are named by spec: `ollama:NAME`, `claude:NAME` or `demo`.

    `examples` are Python expressions that must hold, such as `f(1, 2) == 3`; they become tests
    that nobody may change. `earlier` is the run that this one goes on from, if any.
    """

    task: str
    model: str
    test_model: str
    strategy: Strategy = "repair"
    examples: tuple[str, ...] = ()
    limits: Limits = field(default_factory=Limits)
    earlier: Earlier | None = None


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


@dataclass(frozen=True, slots=True)
class DroppedTest:
    """A test that was left out, and why."""

    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class TestResult:
    """How one test case ended in one attempt; `message` is the condensed failure."""

    __test__ = False

    name: str
    outcome: Literal["passed", "failed", "error", "skipped", "missing"]
    message: str = ""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A program and the tests it is held against, as the contents of two files."""

    solution: str
    tests: str


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing a check found, in plain words. `line` counts from 1 in the solution."""

    rule: str
    message: str
    severity: Severity = "medium"
    line: int | None = None
    detail: str = ""

    @property
    def is_serious(self) -> bool:
        """True where it keeps a program from being verified: medium severity or more."""
        return self.severity != "low"


@dataclass(frozen=True, slots=True)
class Mutation:
    """How many planted mistakes the tests caught, as mutmut counts them.

    `timeout` counts as caught, for an endless loop is noticed; `no_tests`, which no test reaches,
    counts as missed. Source: DeMillo, Lipton, Sayward, "Hints on Test Data Selection", 1978.
    """

    killed: int
    survived: int
    no_tests: int
    timeout: int
    total: int

    @property
    def score(self) -> float | None:
        """The share of planted mistakes that the tests caught, 0 to 1; None where none could be planted."""
        return (self.killed + self.timeout) / self.total if self.total else None


@dataclass(frozen=True, slots=True)
class CheckReport:
    """What one check says of a candidate. `not_checked` is never a pass: `summary` says why."""

    name: str
    status: CheckStatus
    summary: str
    findings: tuple[Finding, ...] = ()
    mutation: Mutation | None = None
    requirements: tuple[str, ...] = ()
    seconds: float = 0.0
