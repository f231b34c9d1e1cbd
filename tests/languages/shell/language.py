"""A second, tiny language: shell scripts, with tests of one line each, as `what it says: input => output`.

It shows that a language is one folder and one line in a table. Its tests report in the Test Anything Protocol.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from languages.base import Language
from languages.checks import CheckContext, Details, Part
from languages.errors import BadCall, BadExample, NoUsableReply
from languages.guide import ProgramGuide, Step, SystemGuide
from languages.trial import Trial
from languages.types import Candidate, CheckReport, DroppedTest, Finding, Needs, Suite, TestCase, TestResult, Verdicts
from sandbox.base import Job, JobLimits, JobResult, Toolset

HERE = Path(__file__).parent
ENTRY, TESTS, RUNNER = "program.sh", "tests.txt", "run-tests.sh"
_BLOCK = re.compile(r"```\w*\n(.*?)```", re.DOTALL)
_RESULT = re.compile(r"^(?P<outcome>ok|not ok) - (?P<name>.*?)(?: # (?P<message>.*))?$", re.MULTILINE)
_prompts = Environment(loader=FileSystemLoader(HERE), undefined=StrictUndefined, autoescape=True)


class SyntaxCheck:
    """Whether the shell itself finds something to complain of."""

    name = "sh-syntax"
    title = "Spelling"
    purpose = "The script is read by the shell without being run."
    claim = "The shell can read it"
    wrong = ""
    unknown = "It isn't known whether the shell can read it"
    required = True
    repairable = True
    proves = False
    details: Details = "findings"
    depends_on: frozenset[Part] = frozenset(("program",))

    def run(self, candidate: Candidate, suite: Suite, context: CheckContext) -> CheckReport:
        """See `Check.run`."""
        result = context.sandbox.run(Job(_encoded(candidate.files), ("sh", "-n", ENTRY)), context.cancel)
        if result.exit_code == 0:
            return CheckReport(self.name, "passed", "The shell can read the script")
        return CheckReport(self.name, "failed", "The shell stumbles", (Finding("syntax", result.stderr),))


def render(prompt: str, **values: object) -> str:
    return _prompts.get_template("prompts.j2").render(prompt=prompt, **values)


def read_program(reply: str, task: str, earlier: Candidate | None = None) -> Candidate:
    return Candidate({ENTRY: _block(reply)}, ENTRY)


def read_tests(reply: str, task: str) -> Suite:
    return Suite({TESTS: _block(reply)}, ())


def with_examples(suite: Suite, examples: Sequence[str]) -> Suite:
    if any("=>" not in example for example in examples):
        raise BadExample("An example looks like 2 => 4.")
    named = {f"example {number}": example for number, example in enumerate(examples, start=1)}
    source = suite.files.get(TESTS, "") + "".join(f"{name}: {example}\n" for name, example in named.items())
    cases = [TestCase(name, f"It gives {example}.", "user") for name, example in named.items()]
    return replace(suite, files={**suite.files, TESTS: source}, tests=(*suite.tests, *cases))


def empty_programs() -> tuple[Candidate, ...]:
    return (Candidate({ENTRY: "true\n"}, ENTRY),)


def narrowed(draft: Suite, runs: Sequence[Verdicts], unwanted: Mapping[str, str]) -> Suite:
    dropped = tuple(DroppedTest(name, reason) for name, reason in unwanted.items())
    tests = [TestCase(result.name, f"It {result.name}.") for result in runs[0].results if result.name not in unwanted]
    kept = [line for line in draft.files[TESTS].splitlines() if line.partition(":")[0] not in unwanted]
    return Suite({TESTS: "\n".join(kept) + "\n"}, tuple(tests), dropped)


def edited(candidate: Candidate, source: str) -> Candidate:
    return Candidate({**candidate.files, candidate.entry: source}, candidate.entry)


def same_program(candidate: Candidate) -> str:
    return re.sub(r"(?m)^\s*#.*$|\s+", "", candidate.source)


def test_job(candidate: Candidate, suite: Suite, limits: JobLimits) -> Job:
    files = {**candidate.files, **suite.files, RUNNER: (HERE / RUNNER).read_text()}
    return Job(_encoded(files), ("sh", RUNNER), limits)


test_job.__test__ = False  # type: ignore[attr-defined]


def read_results(result: JobResult, tests: Sequence[TestCase]) -> Verdicts:
    found = {
        match["name"]: TestResult(
            match["name"], "passed" if match["outcome"] == "ok" else "failed", match["message"] or ""
        )
        for match in _RESULT.finditer(result.stdout)
    }
    names = [test.name for test in tests] or list(found)
    results = tuple(found.get(name, TestResult(name, "missing")) for name in names)
    return Verdicts(results, result.seconds, result.reason)


def try_call(candidate: Candidate, expression: str) -> Trial:
    raise BadCall("A script has nothing to call.")


def try_start(candidate: Candidate, arguments: Sequence[str]) -> Trial:
    return Trial({}, ("sh", candidate.entry, *arguments))


def describe(candidate: Candidate, suite: Suite, needs: Needs) -> ProgramGuide:
    start = Step("Start the program:", f"sh {candidate.entry}")
    return ProgramGuide(systems={"Linux": SystemGuide("", (start,)), "macOS": SystemGuide("", (start,))})


def test_sources(suite: Suite) -> dict[str, str]:
    return {line.partition(":")[0]: line for line in suite.source.splitlines()}


test_sources.__test__ = False  # type: ignore[attr-defined]


def _block(reply: str) -> str:
    if not (block := _BLOCK.search(reply)):
        raise NoUsableReply("There is no block in the reply.")
    return block[1]


def _encoded(files: Mapping[str, str]) -> dict[str, bytes]:
    return {path: text.encode() for path, text in files.items()}


SHELL = Language(
    name="shell",
    title="Shell",
    checks=(SyntaxCheck(),),
    toolset=Toolset("shell"),
    render=render,
    specified=lambda task: None,
    read_tests=read_tests,
    read_program=read_program,
    with_examples=with_examples,
    empty_programs=empty_programs,
    narrowed=narrowed,
    edited=edited,
    same_program=same_program,
    test_job=test_job,
    read_results=read_results,
    try_call=try_call,
    try_start=try_start,
    describe=describe,
    test_sources=test_sources,
    syntax="shell",
    file_names=(ENTRY, TESTS),
)
