"""A finished program as one HTML file for any browser: made, tried with the program's own tests, and judged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

from agent.handover import line_of, takes_files, tongue_of
from agent.models.demo import is_of_an_example
from agent.report import Report
from cancel import Cancel
from engines.recorded import Program
from engines.sandboxes import Sandboxes
from engines.sealing import seal_of
from engines.tables import columns_of, tables_of
from languages.laying import Columns, nameless
from languages.one_file import NoOneFile, OneFile, Subject
from languages.outcome import AT_ONCE, Start, picture_of
from languages.slots import slots_of
from languages.types import TestResult, Verdicts
from message import joined, say, say_count
from sandbox.base import Announce, Job, JobResult
from translation import speaking

NO_PROGRAM = say("There is no program that could be one.")
NOT_PASSED = say("It hasn't passed its tests.")
FORGETS = say("It keeps something from one start to the next, which a page in a browser would forget.")
NO_LANGUAGE = say("Programs in this language can't run in a browser.")


@dataclass(frozen=True, slots=True)
class Made:
    """The file, how many tests passed in it, and `untried`, what kept others from being run there, in sentences."""

    content: bytes
    passed: int
    untried: tuple[str, ...] = ()


def why_not(report: Report) -> str:
    """Why this program can't be had as one file, as far as can be told at once; empty where it may."""
    if report.chosen is None or not report.chosen.candidate.files:
        return NO_PROGRAM
    if not report.chosen.all_passed:
        return NOT_PASSED
    # Other programs that work on files know by what they left only that it is theirs.
    is_for_files = report.brief is not None and report.brief.kind == "files"
    if not is_for_files and any(check.remembers for check in report.checks):
        return FORGETS
    kind = report.language.one_file if report.language else None
    return kind.refuses(report.chosen.candidate, report.brief) if kind else NO_LANGUAGE


def make_one_file(
    report: Report,
    title: str,
    inputs: Mapping[str, bytes],
    sandboxes: Sandboxes,
    store: Path,
    cancel: Cancel,
    announce: Announce,
    with_files: bool = False,
) -> Made:
    """The chosen program as one file called `title`, with what is fetched into `store`; its tests ran on `inputs`.

    These go along `with_files`, as an example to try.

    Takes some ten seconds. Raises `NoOneFile` where none of the program's tests may be relied on in it, `Cancelled`,
    and the `SandboxError` family.
    """
    if reason := why_not(report):
        raise NoOneFile(reason)
    kind, subject = _parts(report, title)
    kind.fetch(store, cancel, announce)
    kind.fetch_packages(store, subject.candidate, subject.needs, cancel, announce)
    assert report.language  # noqa: S101  (else there is a reason above)
    spec = sandboxes.spec(report.language, inputs, report.packages)
    work = Program(subject.candidate, report.suite.files, ())
    with closing(sandboxes.opener(spec, work)(announce)) as sandbox:

        def run(job: Job) -> JobResult:
            return sandbox.run(job, cancel)

        announce(say("Putting the program and its language into one file"))
        known, _ = tables_of([inputs, inputs], report.language, run)
        with speaking(tongue_of(report)):
            content = kind.make(_with_slots(subject, report, inputs, columns_of(inputs, known), with_files), store, run)
        announce(
            say_count(
                "Trying its %(count)s test in a browser",
                "Trying its %(count)s tests in a browser",
                len(report.suite.tests),
            )
        )
        verdicts = kind.check(content, subject, run)
    sandboxes.used(spec)
    return _judged(report, content, verdicts)


def _parts(report: Report, title: str) -> tuple[OneFile, Subject]:
    chosen, kind = report.chosen, report.language.one_file if report.language else None
    assert chosen is not None  # noqa: S101  (see `why_not`)
    assert kind is not None  # noqa: S101
    return kind, Subject(chosen.candidate, report.suite, report.needs, title, line_of(report), seal_of(report))


# Why: docs/decisions.md, "Only an example's files go along in the one HTML file, unless the person ticks theirs"
def _with_slots(
    subject: Subject, report: Report, inputs: Mapping[str, bytes], columns: Columns, with_files: bool
) -> Subject:
    """With slots for the files that it takes. Of the person's own nothing is told but names that the program has in it,
    unless they go along `with_files`; those of an example do, and a picture of what came of nothing else."""
    source = subject.candidate.source
    examples = {path: content for path, content in inputs.items() if with_files or is_of_an_example(content)}
    own = {path: names for path, names in columns.items() if path not in examples}
    known = {path: columns[path] for path in examples} | nameless(own, source)
    starts = [start for start in report.outcome.starts if start.given]
    slots = [
        replace(slot, files=tuple(path for path in slot.files if path in examples))
        for slot in slots_of([*known], source, [name for one in starts for name in one.given], takes_files(report))
    ]
    return replace(
        subject,
        slots=tuple(slots),
        known=known | {slot.place: () for slot in slots if slot.place not in ("", *known)},
        examples=examples,
        as_words=_takes_words(starts),
        picture=b"" if own else picture_of(report.outcome),
    )


def _takes_words(starts: Sequence[Start]) -> bool:
    """Whether all tests that start it with files name some of them after its own name."""
    of_tests = [start for start in starts if start.test != AT_ONCE]
    return bool(of_tests) and all(not {*start.given}.isdisjoint(start.arguments) for start in of_tests)


def _judged(report: Report, content: bytes, verdicts: Verdicts) -> Made:
    """What may be handed over: no test failed, and each rule, and each example of the person's, was tested."""
    if verdicts.problem:
        raise NoOneFile(say("In a browser its tests say nothing: %(problem)s", problem=verdicts.problem_in_full))
    outcomes = {result.name: result for result in verdicts.results}
    failed = [result for result in verdicts.failures if result.outcome != "skipped"]
    if failed:
        raise NoOneFile(_failure(report, failed))
    passed = [test for test in report.suite.tests if outcomes[test.name].outcome == "passed"]
    untested = report.brief.untested(passed) if report.brief else ()
    lost = [number for number in untested if number not in report.untested_rules]
    yours = [test for test in report.suite.tests if test.source == "user" and test not in passed]
    untried = tuple(dict.fromkeys(one.message for one in verdicts.results if one.outcome != "passed"))
    if lost or yours or not passed:
        raise NoOneFile(joined(" ", (_untested(lost, bool(yours)), *untried)))
    return Made(content, len(passed), untried)


def _untested(lost: list[int], yours: bool) -> str:
    if lost:
        return say("In a browser no test can be run of rule %(number)s.", number=lost[0])
    return say("In a browser your example can't be tested.") if yours else say("In a browser its tests can't be run.")


def _failure(report: Report, failed: list[TestResult]) -> str:
    described = {test.name: test.description or test.name for test in report.suite.tests}
    return say_count(
        "In a browser, %(count)s of its %(all)s tests fails: %(which)s",
        "In a browser, %(count)s of its %(all)s tests fail, such as: %(which)s",
        len(failed),
        all=len(report.suite.tests),
        which=described.get(failed[0].name, failed[0].name),
    )
