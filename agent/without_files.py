"""A run told without the person's own files, for whoever else gets it: no line of them, and nothing that came of them.

Only what is named here is told. The person's own words and the program stay as they are; `Told` says what of their
files these still have.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import PurePosixPath
from typing import Any

from agent.report import NO_PROGRAM, NO_TESTS, AttemptReport, Report
from agent.types import Request
from languages.base import Language
from languages.brief import Assumption, Brief, Example, Rule
from languages.types import CheckReport, Suite
from message import say

FEWEST = 8
"""Letters and digits of what is looked for: less stands in any text."""
MOST_DIGITS = 9
"""So many digits alone are a date or an amount, in a part of a line."""
LEFT_OUT = say("(This is left out: it quotes a file.)")
_LETTERS = re.compile(r"\\[nrt\"'\\]|[\W_]+")
_LINES_AND_FIELDS = re.compile(r"\\[nrt\"'\\]|[^\w\n;]+|_+")
"""What is taken out to have these alone."""
_BETWEEN = re.compile(r"[;,\t|]")


@dataclass(frozen=True, slots=True)
class Told:
    """What is told of a run, how many of its tests aren't, and what of the files the words and the program have."""

    report: Report
    tests_left_out: int
    still_quoted: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Private:
    """What nobody is to see: the names of files, and of their lines those that stand in a run, in plain letters."""

    names: tuple[str, ...]
    lines: Mapping[str, str]

    def found_in(self, text: str) -> list[str]:
        """The lines, and the names, that stand in `text`."""
        plain = _plain(text)
        lines = [line for letters, line in self.lines.items() if letters in plain]
        return [*lines, *(name for name in self.names if _named(name).search(text))]

    def without(self, text: str) -> str:
        """`text` without the names, or nothing of it where it has a line."""
        if not self.found_in(text):
            return text
        for name in self.names:
            text = _named(name).sub("…", text)
        return LEFT_OUT if self.found_in(text) else text


# Why: docs/decisions.md, "What is shared without files has no test that starts the program"
def without_files(report: Report, files: Mapping[str, bytes]) -> Told:
    """What can be told of a run that was given these files, by their paths."""
    bare = _bare(report)
    private = _private_in(bare, report, files)
    suite = _tests_without(bare.suite, report.language, private)
    kept = {test.name for test in suite.tests}
    told = replace(
        bare,
        reason=private.without(bare.reason),
        advice=private.without(bare.advice),
        grounds=tuple(replace(one, said=private.without(one.said)) for one in bare.grounds),
        brief=_brief_without(bare.brief, private) if bare.brief else None,
        suite=suite,
        attempts=tuple(_attempt_without(one, kept, private) for one in bare.attempts),
    )
    sources = (*_words(report), *(report.chosen.candidate.files.values() if report.chosen else ()))
    still = dict.fromkeys(found for text in sources for found in private.found_in(text))
    return Told(told, len(bare.suite.tests) - len(suite.tests), tuple(still))


def _bare(report: Report) -> Report:
    """What a run was about and what came of it in the end, without files, looks, starts and other attempts."""
    asked = report.request or Request("", "", "")
    chosen = report.chosen
    return Report(
        request=replace(
            Request(asked.task, asked.model, asked.test_model, language=asked.language, taken_in=asked.taken_in),
            earlier=replace(asked.earlier, candidate=NO_PROGRAM, suite=NO_TESTS, brief=None) if asked.earlier else None,
        ),
        status=report.status,
        reason=report.reason,
        advice=report.advice,
        step=report.step,
        grounds=report.grounds,
        brief=report.brief,
        suite=Suite(report.suite.files, report.suite.tests),
        attempts=(
            (
                AttemptReport(
                    chosen.number, chosen.candidate, chosen.results, chosen.problem, chosen.seconds, chosen.checks
                ),
            )
            if chosen
            else ()
        ),
        chosen_number=report.chosen_number,
        usage=report.usage,
        model_seconds=report.model_seconds,
        total_seconds=report.total_seconds,
    )


def _words(report: Report) -> tuple[str, ...]:
    """What the person said."""
    asked = report.request
    return (asked.task, *(asked.earlier.changes if asked.earlier else ())) if asked else ()


def _private_in(bare: Report, report: Report, files: Mapping[str, bytes]) -> _Private:
    """What of the files stands anywhere in what would be told."""
    told = _plain("\n".join(_texts(asdict(bare))))
    starts = {told[place : place + FEWEST] for place in range(len(told))}
    texts = (*map(_text, files.values()), *(look.excerpt for look in report.files))
    parts = (one for text in texts for one in _parts(text))
    # Files may have a million lines, and nearly all of these begin with what stands nowhere.
    found = {letters: part() for letters, part in parts if letters[:FEWEST] in starts and letters in told}
    names = {name for path in files for name in (path, PurePosixPath(path).name)}
    return _Private(tuple(sorted(names, key=len, reverse=True)), found)


def _texts(value: Any) -> Iterator[str]:
    """All texts in what `asdict` made."""
    match value:
        case str():
            yield value
        case Mapping():
            yield from (text for one in value.values() for text in _texts(one))
        case tuple():
            yield from (text for one in value for text in _texts(one))


def _parts(text: str) -> Iterator[tuple[str, Callable[[], str]]]:
    """The lines that are long enough, and the fields of each but the first, which names them: in plain letters, and how
    to have each as it is."""
    as_they_are = text.split("\n")
    for number, plain in enumerate(_plain(_BETWEEN.sub(";", text), keeping=_LINES_AND_FIELDS).split("\n")):
        line, fields = plain.replace(";", ""), plain.split(";") if number else ()
        if len(line) >= FEWEST:
            yield line, partial(_part, as_they_are[number])
        for place, field in enumerate(fields):
            if len(field) >= FEWEST and not (field.isdigit() and len(field) <= MOST_DIGITS):
                yield field, partial(_part, as_they_are[number], place)


def _part(line: str, place: int | None = None) -> str:
    return (line if place is None else _BETWEEN.split(line)[place]).strip()


def _plain(text: str, keeping: re.Pattern[str] = _LETTERS) -> str:
    """Letters and digits alone: quotation marks, blanks and what a program writes for them don't count."""
    return keeping.sub("", text).casefold()


def _text(content: bytes) -> str:
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return content.decode("utf-16", "replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace")


def _named(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")


def _tests_without(suite: Suite, language: Language | None, private: _Private) -> Suite:
    """The tests that neither quote a file nor may have read one: those that start the program ran beside them."""
    if language is None or language.settling is None:
        return NO_TESTS
    sources = language.test_sources(suite)
    gone = [test.name for test in suite.tests if test.scenario or private.found_in(sources.get(test.name, ""))]
    if len(gone) == len(suite.tests):
        return NO_TESTS
    kept = language.settling.without(suite, gone) if gone else suite
    described = tuple(replace(test, description=private.without(test.description)) for test in kept.tests)
    return NO_TESTS if private.found_in(kept.source) else replace(kept, tests=described)


def _brief_without(brief: Brief, private: _Private) -> Brief:
    without = private.without
    return Brief(
        brief.kind,
        without(brief.start),
        tuple(map(without, brief.interface)),
        tuple(Rule(without(one.rule), without(one.words), one.confirmed) for one in brief.rules),
        tuple(
            Assumption(
                without(one.question),
                without(one.chosen),
                tuple(map(without, one.others)),
                without(one.example),
                one.confirmed,
            )
            for one in brief.assumptions
        ),
        tuple(
            Example(without(one.given), without(one.expected), without(one.words), one.confirmed)
            for one in brief.examples
        ),
        tuple(map(without, brief.packages)),
    )


def _attempt_without(attempt: AttemptReport, kept: set[str], private: _Private) -> AttemptReport:
    results = (replace(one, message=private.without(one.message)) for one in attempt.results if one.name in kept)
    return replace(
        attempt,
        results=tuple(results),
        problem=private.without(attempt.problem),
        checks=tuple(_check_without(one, private) for one in attempt.checks),
    )


def _check_without(check: CheckReport, private: _Private) -> CheckReport:
    """What a check says, without the inputs that it found."""
    without = private.without
    findings = (
        replace(
            one,
            rule=without(one.rule),
            message=without(one.message),
            detail=without(one.detail),
            meaning=without(one.meaning),
            remedy=without(one.remedy),
        )
        for one in check.findings
    )
    return CheckReport(
        check.name,
        check.status,
        without(check.summary),
        tuple(findings),
        check.mutation,
        check.seconds,
        unproven=check.unproven,
        needs=check.needs,
        claims=tuple(map(without, check.claims)),
        helps=check.helps,
    )
