"""What a language is: everything that Assay knows of one, as a value. `registry.py` has the table of them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from languages.breaking import Breaking
from languages.brief import Brief, Example
from languages.checks import Check
from languages.comparing import Comparing
from languages.failures import UNKNOWN, Failure
from languages.guide import ProgramGuide
from languages.handover import File, handed_over
from languages.one_file import OneFile
from languages.outcome import Pair
from languages.packages import Packaging
from languages.settling import Settling
from languages.strengthening import Strengthening
from languages.tracing import Tracing
from languages.trial import Trial
from languages.types import Candidate, Needs, Suite, TestCase, TestResult, Verdicts
from sandbox.base import Job, JobLimits, JobResult, Toolset

TEST_LIMITS = JobLimits(cpu_seconds=20.0, seconds=100.0)


class Render(Protocol):
    """Fills in a prompt."""

    def __call__(self, prompt: str, **values: object) -> str:
        """The text of `prompt`, one of `brief_system`, `brief`, `tests_system`, `tests`, `suite`, `gaps`,
        `code_system`, `code`, `program`, `repair`, `findings`, `history`, `fresh` and `again`, where it settles
        tests `settle_system`, `settle_values`, `settle_tests`, `inputs`, `review_system`, `review` and `review_tests`,
        where it compares programs `second`, and where it breaks them `break_system`, `break` and `sharper`;
        a value that is missing raises `jinja2.UndefinedError`."""


@dataclass(frozen=True, slots=True)
class Language:
    """One language that programs are written in.

    `name` is what a request says, `title` what people read. `checks` are made once the tests pass, in
    the order in which they are shown.
    """

    name: str
    title: str
    checks: tuple[Check, ...]

    toolset: Toolset
    """What its programs and their tests need in a sandbox."""

    render: Render

    specified: Callable[[str], Brief | None]
    """What a task says that is a specification already, so that no model has to be asked for a brief."""

    read_tests: Callable[[str, str], Suite]
    """From a model's reply and the task to a draft of tests, which names none of them yet.

    Raises `NoUsableReply`, whose message goes back to the model."""

    read_program: Callable[[str, str, Candidate | None], Candidate]
    """From a model's reply, the task, and the program that it was asked to repair, if any, to a program.

    Raises `NoUsableReply`."""

    with_examples: Callable[[Suite, Sequence[str]], Suite]
    """The tests with one more for each of the user's examples. Raises `BadExample`."""

    empty_programs: Callable[[], Sequence[Candidate]]
    """Programs in which everything exists and nothing is implemented: what tests that prove something fail against."""

    narrowed: Callable[[Suite, Sequence[Verdicts], Mapping[str, str]], Suite]
    """The tests that were found in a draft by runs on empty programs, without those that can't be used, which are named
    as dropped; the mapping has more to leave out, each with the reason. Raises `NoUsableReply`."""

    edited: Callable[[Candidate, str], Candidate]
    """The program with another text in its entry."""

    same_program: Callable[[Candidate], str]
    """A text that is equal for programs which differ only in comments and layout."""

    test_job: Callable[[Candidate, Suite, JobLimits], Job]
    """What tests a program in the sandbox."""

    read_results: Callable[[JobResult, Sequence[TestCase]], Verdicts]
    """What such a job said of each of the tests; where none are named, of all that it found."""

    try_call: Callable[[Candidate, str], Trial]
    """How something that the program offers is called, as a person writes it. Raises `BadCall`."""

    try_start: Callable[[Candidate, Sequence[str]], Trial]
    """How the program is started with these arguments."""

    describe: Callable[[Candidate, Suite, Needs], ProgramGuide]
    """How a person uses the program, which needs these packages. An example is taken from the tests."""

    test_sources: Callable[[Suite], Mapping[str, str]]
    """The source of each test by its name, as far as it can be told."""

    syntax: str
    """What editors that color code call the language; empty where they don't know it."""

    file_names: tuple[str, ...]
    """What the files that are handed over are called, as far as that is known before there are any."""

    constants: Callable[[str], Sequence[str]] = lambda source: ()
    """The texts and numbers that a program of this source has in it, without what they are written with there."""

    takes_for_code: Callable[[str], bool] = lambda path: False
    """Whether a file at this path, beside a program and its tests, would be read as code or settings by what runs them,
    and not only where they open it as a file."""

    own_names: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    """What the files of its programs are called, and those of their tests: no others are taken in from strangers."""

    read_news: Callable[[Any], Sequence[TestResult]] = lambda news: ()
    """What a `test_job` tells of tests while it goes on, for people who watch: how they ended, `read_results` says."""

    constant_program: Callable[[], Candidate] | None = None
    """A program that passes only tests that look at nothing but the type of what comes. A language can do without."""

    examples_program: Callable[[Suite, Collection[str]], Candidate | None] = lambda suite, names: None
    """A program with which those tests fail that contradict what the tests of these names, of examples, expect. None
    where nothing can be told so."""

    planned: Callable[[Suite, Brief | None], Suite] = lambda suite, brief: suite
    """A draft of tests without those that need of the program what its plan doesn't name.

    Raises `NoUsableReply` where all do."""

    shown: Callable[[Suite], Suite] = lambda suite: suite
    """The tests that the code model sees, which the others can't surprise: they test the same rules."""

    try_window: Callable[[Candidate, Sequence[str]], Trial] | None = None
    """How the program is started with these arguments for a person who uses its windows: see `languages/trial.py`. A
    language can do without."""

    sentences: Callable[[str], tuple[Sequence[str], str]] = lambda text: ((), "")
    """What the tests are about, each in a sentence, that are to be told in a part of a reply which is still written,
    and its end that decides nothing yet: what comes next is read behind it."""

    question: Callable[[Candidate, Suite], Example | None] = lambda candidate, suite: None
    """Something that the tests say of the program, as an example that has an `expression`: for a person to say whether
    it is so. None where nothing can be asked so."""

    expression: Callable[[Example], str] = lambda example: ""
    """An example of a brief as one of the user's examples, which `with_examples` takes; empty where it is said in words
    that only a model can make a test of."""

    failure: Callable[[str], Failure] = lambda message: UNKNOWN
    """What a failed test's message says, taken apart, so that it can be told in words."""

    handed_over: Callable[[Candidate, Suite, Needs], Mapping[str, File]] = handed_over
    """What a person takes home of a program and its tests, by path: these, what starts them, and what they need, which
    are the packages that are named."""

    tests_apart: Callable[[], Mapping[str, File]] = dict
    """What has to lie beside tests that are in a folder below the program's, for them to find it there; what
    `handed_over` gives by the same names does that as well."""

    look: Callable[[Sequence[str], bool], Job] | None = None
    """What looks in the sandbox into these of the files that it was opened with. For each it prints a line of JSON as
    soon as it knows: `path`, `sort`, which is what the file is in a few words, and `excerpt`, how it begins; or with
    True all of it, as far as one model can read it. A language can do without; then models are told the names only."""

    starts: Callable[[Candidate, Suite], Job] | None = None
    """What starts a program by a double-click (`languages.outcome.AT_ONCE`) and as its tests do, and leaves in
    `languages.outcome.STARTS` as JSON what came of it, as `agent/outcomes.py` reads it. What it shows marks what it
    read as `languages.outcome.TYPED` says."""

    view: Callable[[Mapping[str, Pair]], Job] | None = None
    """What looks in the sandbox at files that programs left, by names without folders. For each it prints a line of
    JSON: `name`, and `sort` and `excerpt` as `look` does, `tables` with `title`, first `rows`, how many `more` there
    are and `last` ones, `picture`, a small PNG or JPEG as base64, and `difference`, the lines of a unified diff."""

    settling: Settling | None = None
    """How its tests are settled where they are in dispute. A language can do without; then every test stands."""

    strengthening: Strengthening | None = None
    """How tests are made that notice more planted mistakes. A language can do without."""

    breaking: Breaking | None = None
    """How it is seen that tests can fail. A language can do without; then only planted mistakes show it."""

    packaging: Packaging | None = None
    """How programs come to packages. A language can do without; then a program has what is in its sandbox."""

    comparing: Comparing | None = None
    """How two programs for one task are compared. A language can do without; then only examples speak for a program."""

    tracing: Tracing | None = None
    """How it is seen what a program did in a failing test. A language can do without; then only the outcome is told."""

    one_file: OneFile | None = None
    """How its programs become one HTML file for any browser. A language can do without; then none is offered."""

    waits: Mapping[str, str] = field(default_factory=dict)
    """Checks that have the tests beside the program, by name, and for which other one each waits until that has left
    its first room: what runs beside its tests meanwhile might tell the program there what to say."""

    def cause(self, message: str) -> str:
        """The mistake behind a failed test's message, the same text for the same one; empty where it can't be told."""
        return self.failure(message).cause
