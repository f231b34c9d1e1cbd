"""The values that a language works with: programs, their tests, and what was found out about them. All are frozen."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from message import Sentence, joined

CheckStatus = Literal["passed", "failed", "not_checked", "error"]
Helps = Literal["again", "connection", "tests", "nothing"]
Severity = Literal["low", "medium", "high"]
Files = Mapping[str, str]

DEFAULT = "python"
"""The language of a run that names none."""


@dataclass(frozen=True, slots=True)
class TestCase:
    """One test function, and what it checks in plain words (its docstring's first line).

    A `scenario` starts the program as a person does. `rules` and `examples` are the numbers, from 1, of those of the
    brief that it tests. Those of the `user` are never changed or left out. A `weak` one passes whatever value of the
    right type comes. Of those that it `fails_for`, as in `rule 3`, a program that breaks them was seen to fail it.
    """

    __test__ = False

    name: str
    description: Sentence
    source: Literal["model", "user"] = "model"
    scenario: bool = False
    rules: tuple[int, ...] = ()
    examples: tuple[int, ...] = ()
    weak: bool = False
    fails_for: tuple[str, ...] = ()

    @property
    def about(self) -> tuple[str, ...]:
        """The rules and examples that it tests, as in `rule 3`."""
        return (*(f"rule {number}" for number in self.rules), *(f"example {number}" for number in self.examples))


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer to what has to come of what is `given`, both as a person reads and types them; `yours` is what the
    program gives."""

    given: str
    expected: str
    yours: bool = False


@dataclass(frozen=True, slots=True)
class DroppedTest:
    """A test that was left out or replaced, and why.

    Where it is about a value, `expected` is what it expected, and `instead` what the task was found to ask for. `came`
    is what the program gave or showed then, if that is known. `rules` are those that it no longer tests. Where nobody
    knows what is right, `choices` are the answers that there are.
    """

    name: str
    reason: Sentence
    expected: str = ""
    instead: str = ""
    rules: tuple[int, ...] = ()
    choices: tuple[Choice, ...] = ()
    came: str = ""


@dataclass(frozen=True, slots=True)
class TestResult:
    """How one test case ended in one attempt; `message` is the condensed failure.

    It is `unjudged` where something of Assay's own fell over, which says nothing of the program.
    """

    __test__ = False

    name: str
    outcome: Literal["passed", "failed", "error", "skipped", "missing", "unjudged"]
    message: Sentence = ""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A program: its files, as texts by relative POSIX paths, and which of them is started."""

    files: Files
    entry: str

    @property
    def source(self) -> str:
        """The text of the file that is started; empty where there is none."""
        return self.files.get(self.entry, "")

    @property
    def fingerprint(self) -> str:
        """The SHA-256 in hex of all its files and their names: another program has another one."""
        return hashlib.sha256(json.dumps([self.entry, sorted(self.files.items())]).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Suite:
    """The tests of a program: their files, as a candidate's, the test cases in them, and those that were left out.

    `inputs` are calls and starts, as tests have them, of which nobody says what comes; of starts in a row each has a
    line. What tells planted mistakes apart is looked for among them, too. `unasked` are digests of the program with
    planted mistakes that change something which the task doesn't speak of, as was found out. Those `beside` are files
    of tests that programs are held to as well, of what was found in an earlier one: no rule and no example rests on
    them, and no check looks at them.
    """

    files: Files
    tests: tuple[TestCase, ...]
    dropped: tuple[DroppedTest, ...] = ()
    inputs: tuple[str, ...] = ()
    unasked: tuple[str, ...] = ()
    beside: Files = field(default_factory=dict)

    @property
    def source(self) -> str:
        """The text of all its files."""
        return "\n\n".join(self.files.values())

    @property
    def starts(self) -> bool:
        """Whether a test starts the program as a person does."""
        return any(test.scenario for test in self.tests)


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing a check found.

    `line` counts from 1 in the program's entry. `meaning` says it to people in plain words, `remedy` to who repairs it
    what to write instead. `upgrade` is what mends it without anybody's writing: a package and its version, as in
    `pillow>=13.0.1`. `test` is the source of a test that fails where it is so; empty where there is none.
    """

    rule: Sentence
    message: Sentence
    severity: Severity = "medium"
    line: int | None = None
    detail: str = ""
    meaning: Sentence = ""
    remedy: str = ""
    upgrade: str = ""
    test: str = ""

    @property
    def is_serious(self) -> bool:
        """True where it keeps a program from being verified: medium severity or more."""
        return self.severity != "low"


@dataclass(frozen=True, slots=True)
class Mutation:
    """How many planted mistakes the tests caught, as mutmut counts them.

    `timeout` counts as caught, for an endless loop is noticed; `no_tests`, which no test reaches,
    counts as missed. `equivalent` change nothing that anybody can see, `unasked` something that the task doesn't speak
    of, and neither counts. `left_out` are possible ones that weren't planted for want of time, with the `broken` ones
    the program can't even be loaded, which no test need notice; `total` counts neither. Of those that count, `shown`
    are where the program asks, shows or writes something, and `shown_caught` of these are caught.
    Source: DeMillo, Lipton, Sayward, "Hints on Test Data Selection", 1978.
    """

    killed: int
    survived: int
    no_tests: int
    timeout: int
    total: int
    left_out: int = 0
    equivalent: int = 0
    shown: int = 0
    shown_caught: int = 0
    broken: int = 0
    unasked: int = 0

    @property
    def caught(self) -> int:
        """How many the tests noticed."""
        return self.killed + self.timeout

    @property
    def missed(self) -> int:
        """How many got away that count."""
        return self.survived + self.no_tests

    @property
    def counted(self) -> int:
        """How many there are that somebody could notice."""
        return self.total - self.equivalent - self.unasked

    @property
    def score(self) -> float | None:
        """The share of planted mistakes that the tests caught, 0 to 1; None where none counts."""
        return self.caught / self.counted if self.counted else None


@dataclass(frozen=True, slots=True)
class Needs:
    """The packages that a program needs, and all that these need, on any system.

    `pins` are as in `rich==14.0.0`, and `lock` is a list of the same with digests, for the language's own tool; empty
    where that couldn't be had. Not older than `version` the language has to be; empty where any will do. `not_for` are
    systems on which not all of them can be had. `remarks` say what isn't known of them.
    """

    pins: tuple[str, ...] = ()
    lock: str = ""
    version: str = ""
    not_for: tuple[str, ...] = ()
    remarks: tuple[Sentence, ...] = ()


NO_NEEDS = Needs()


@dataclass(frozen=True, slots=True)
class Difference:
    """What a planted mistake changes in what comes of an input. `program` is a digest of the program that has it.

    `words` are those that are others then, and those beside them that say what they are; empty where that isn't known,
    or more than words is changed.
    """

    mutant: str
    program: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TellingInput:
    """An input with which planted mistakes that no test notices can be told from the program.

    `source` are statements in the program's language, a line each, which call or start it as tests do; `mutants` are
    the names of the mistakes. `outcome` is what the program gives, as an expression, or `raises` and an error; empty
    where that is no mere value. `other` is likewise what comes with one of the mistakes, or of another program.
    `differences` are what the mistakes change.
    """

    source: str
    mutants: tuple[str, ...]
    outcome: str = ""
    differences: tuple[Difference, ...] = ()
    other: str = ""


@dataclass(frozen=True, slots=True)
class CheckReport:
    """What one check says of a candidate. `not_checked` is never a pass: `summary` says why.

    `inputs` are what stronger tests could be made of, `survivors` the planted mistakes that no test notices, and
    `noticed` some that tests do, drawn by lot.
    `unproven` are the rules and examples, as in `rule 3`, whose tests notice none of those that others notice.
    The `vague` tests, by name, would pass with other values in what the program shows as well.
    `claims` say in sentences what it found that the program does, though nobody asked for it. Where it is
    `not_checked`, this `helps`: to check it again, to do so once there is a connection, other tests, or nothing, for of
    this program it would say the same. By the files that it `remembers` the program knows at one start what was at
    another.
    """

    name: str
    status: CheckStatus
    summary: Sentence
    findings: tuple[Finding, ...] = ()
    mutation: Mutation | None = None
    seconds: float = 0.0
    inputs: tuple[TellingInput, ...] = ()
    survivors: tuple[str, ...] = ()
    noticed: tuple[str, ...] = ()
    unproven: tuple[str, ...] = ()
    vague: tuple[str, ...] = ()
    needs: Needs = NO_NEEDS
    claims: tuple[Sentence, ...] = ()
    helps: Helps = "again"
    remembers: tuple[str, ...] = ()

    @property
    def lacks_connection(self) -> bool:
        """Whether a connection is all that it takes to know what it says."""
        return self.status == "not_checked" and self.helps == "connection"


@dataclass(frozen=True, slots=True)
class Verdicts:
    """One result for each test case, in their order, then the failures of tests nobody expected.

    `problem` says in a sentence why the results prove nothing. `load_error` is the tool's own message where
    the program or its tests could not even be loaded.
    """

    __test__ = False

    results: tuple[TestResult, ...]
    seconds: float
    problem: Sentence = ""
    load_error: str = ""

    @property
    def passed(self) -> bool:
        """True only where every expected test was reported and passed, and no other test failed."""
        return bool(self.results) and not self.problem and all(result.outcome == "passed" for result in self.results)

    @property
    def stands(self) -> bool:
        """Whether no test fails and one passes at least; some may be `unjudged`, and then it isn't `passed`."""
        outcomes = {result.outcome for result in self.results} - {"unjudged"}
        return not self.problem and outcomes == {"passed"}

    @property
    def unjudged(self) -> tuple[TestResult, ...]:
        """The results that say nothing."""
        return tuple(result for result in self.results if result.outcome == "unjudged")

    @property
    def problem_in_full(self) -> str:
        """The problem, with the tool's message below it."""
        return joined(":\n", (self.problem, self.load_error))

    @property
    def failures(self) -> tuple[TestResult, ...]:
        """The results that are held against the program."""
        return tuple(result for result in self.results if result.outcome not in ("passed", "unjudged"))
