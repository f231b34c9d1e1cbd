"""A run told without the person's own files, for whoever else gets it: nothing that was made by
looking at them.

Only what is named here is told. The person's own words and the program stay as they are; `still_quoted` says what of
their files these still have.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

from agent.report import NO_PROGRAM, NO_TESTS, AttemptReport, Report
from agent.types import Earlier, Request
from languages.brief import Brief
from languages.types import CheckReport
from message import say

LEFT_OUT = say(
    "This was said where the files are that it was made for. They aren't here, and so its plan, its tests and what was "
    "found out about it aren't either."
)
ENCODINGS = ("utf-8", "cp1252", "cp1250", "cp1251", "cp850", "shift_jis")
"""What a file is read in that isn't plainly UTF-8; it may have words in any of them."""
BLOCK = 1_000_000
MOST_NUL = 20
"""Text in UTF-16 has more of these than one byte in so many. Another file with one is no text."""
_WORD = re.compile(r"[^\W_]{4,}")
_MAYBE_WORD = re.compile(rb"[0-9\x40-\xff]{4,}")
_PLAIN_WORD = re.compile(rb"[0-9A-Za-z]{4,}")
_BETWEEN = re.compile(rb"[\x00-\x2f\x3a-\x3f]")
"""Bytes that are part of no letter, in any of these encodings."""


# Why: docs/decisions.md, "What is shared without files has nothing that was written by looking at them"
def without_files(report: Report) -> Report:
    """What of a run that was given files can be told without them: what it was about, the program, and the verdict."""
    asked, chosen = report.request or Request("", "", ""), report.chosen
    return Report(
        request=replace(
            Request(asked.task, asked.model, asked.test_model, language=asked.language, taken_in=asked.taken_in),
            earlier=_wishes(asked.earlier) if asked.earlier else None,
        ),
        status=report.status,
        reason=LEFT_OUT,
        brief=Brief(report.brief.kind) if report.brief else None,
        attempts=(_attempt(chosen, {check.name for check in report.table}),) if chosen else (),
        chosen_number=report.chosen_number,
        usage=report.usage,
        model_seconds=report.model_seconds,
        total_seconds=report.total_seconds,
    )


def _wishes(earlier: Earlier) -> Earlier:
    return Earlier(earlier.run_id, NO_PROGRAM, NO_TESTS, earlier.changes, mends=earlier.mends)


def _attempt(attempt: AttemptReport, known: Collection[str]) -> AttemptReport:
    """The program, how its checks ended, and the packages that it needs."""
    checks = (
        CheckReport(
            one.name, one.status, "", mutation=one.mutation, seconds=one.seconds, needs=replace(one.needs, remarks=())
        )
        for one in attempt.checks
        if one.name in known
    )
    return AttemptReport(attempt.number, attempt.candidate, seconds=attempt.seconds, checks=tuple(checks))


def still_quoted(report: Report, files: Mapping[str, bytes], name: str = "") -> tuple[str, ...]:
    """The words and numbers of four letters and digits or more that stand both in what goes along as it is (the
    program's `name`, what was asked for, the program) and in the files, by their paths, or in these: the longest first.

    Words side by side are one. Of workbooks and the like it knows what a model was shown.
    """
    told = tuple(map(_normal, _as_it_is(report, name)))
    wanted = {word for text in told for word in _WORD.findall(text.casefold())}
    shown = "\n".join((*files, *(look.excerpt for look in report.files)))
    texts = (text for content in (shown.encode(errors="replace"), *files.values()) for text in _texts(content))
    found = {word for text in texts for word in wanted.intersection(_WORD.findall(_normal(text).casefold()))}
    quoted = {run.casefold(): run for text in told for run in _runs(text, found)}
    return tuple(sorted(quoted.values(), key=lambda run: (-len(run), run)))


def _as_it_is(report: Report, name: str) -> Iterator[str]:
    asked, chosen, language = report.request, report.chosen, report.language
    yield from (name, *((asked.task, *(asked.earlier.changes if asked.earlier else ())) if asked else ()))
    for source in chosen.candidate.files.values() if chosen else ():
        yield source
        yield from language.constants(source) if language else ()


def _runs(text: str, found: Collection[str]) -> Iterator[str]:
    """The words of `text` that were `found`, with those right beside them."""
    start = end = 0
    for word in _WORD.finditer(text):
        if word[0].casefold() not in found:
            continue
        if end and any(map(str.isalnum, text[end : word.start()])):
            yield text[start:end]
            end = 0
        start, end = (start if end else word.start()), word.end()
    if end:
        yield text[start:end]


def _texts(content: bytes) -> Iterator[str]:
    """What may be words in a file, as UTF-8 or in each encoding that it may be written in: each once in a block, for a
    file may have millions."""
    if content.count(b"\0") > len(content) // MOST_NUL:
        yield from (content.decode(encoding, "replace") for encoding in ("utf-16-le", "utf-16-be"))
    pattern = _PLAIN_WORD if b"\0" in content else _MAYBE_WORD
    for block in _blocks(content):
        words = b"\n".join(set(pattern.findall(block)))
        try:
            yield words.decode()
        except UnicodeDecodeError:
            yield from (words.decode(encoding, "replace") for encoding in ENCODINGS)


def _blocks(content: bytes) -> Iterator[bytes]:
    """`content` in parts that end where no word does."""
    start = 0
    while start < len(content):
        between = _BETWEEN.search(content, start + BLOCK)
        end = between.end() if between else len(content)
        yield content[start:end]
        start = end


def _normal(text: str) -> str:
    return unicodedata.normalize("NFKC", text)
