"""What came of starting a program, as the page and the report show it. Its own texts stay text, also those of pages."""

from __future__ import annotations

import base64
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from agent.report import Report
from languages.outcome import AT_ONCE, PICTURES, Outcome, Start
from message import say
from ui.base.framed import framed, is_page
from ui.base.templating import render

AT_ONCE_TITLE = say("Started by a double-click")
TYPES = dict(zip(PICTURES, ("image/png", "image/jpeg"), strict=True))
NOTHING: Mapping[str, bytes] = {}
MOST_PICTURES = 3_000_000
"""Bytes of all pictures of a run that are shown; the others are only named, and can be downloaded."""


@dataclass(frozen=True, slots=True)
class Titled:
    """A start under the sentence of its test."""

    title: str
    start: Start


@dataclass(frozen=True, slots=True)
class Starts:
    """All starts of a run. `touched` are files that lay there before and that it changed or removed."""

    made: Sequence[Titled]
    given: bool
    touched: Sequence[str]
    left_out: Sequence[str]
    pictures: Mapping[str, str]


def starts_of(report: Report) -> Starts | None:
    """What is shown of the chosen program's starts; None where nothing starts it, or it may still come."""
    made = report.outcome.starts
    if not made and (report.status == "running" or not report.chosen or not report.suite.starts):
        return None
    titles = {AT_ONCE: AT_ONCE_TITLE} | {
        test.name.rpartition("::")[2]: test.description or test.name for test in report.suite.tests
    }
    return Starts(
        [Titled(titles.get(start.test, start.test), start) for start in made],
        any(start.given for start in made),
        list(dict.fromkeys(_touched(made))),
        report.outcome.left_out,
        pictures_of(report.outcome),
    )


def _touched(starts: Sequence[Start]) -> Iterator[str]:
    """The files that lay there and that a start changed or removed, but those that it had left itself, in the same
    test."""
    left: set[tuple[str, str]] = set()
    for start in starts:
        yield from (file.path for file in start.touched if (start.test, file.path) not in left)
        left |= {(start.test, file.path) for file in start.files}


def started_html(
    outcome: Outcome, beside: Mapping[str, bytes] = NOTHING, made_of: Sequence[str] = (), unopened: int = 0
) -> str:
    """What came of a start that a person made, with the pages among it in frames; the files `beside` may be in them.

    `made_of` says what it was made of, and `unopened` how many of the person's files the program never opened.
    """
    made = {file.path: outcome.contents.get(file.digest, b"") for start in outcome.starts for file in start.files}
    files = {**beside, **made}
    pages = {name: framed(name, files) for name, content in made.items() if content and is_page(name)}
    said = {"made_of": made_of, "unopened": unopened}
    return render("started", outcome=outcome, pictures=pictures_of(outcome), pages=pages, **said)


def pictures_of(outcome: Outcome) -> Mapping[str, str]:
    """The pictures that the sandbox drew, as data URIs by digest, while there is room; empty for others."""
    shown: dict[str, str] = defaultdict(str)
    room = MOST_PICTURES
    for digest in dict.fromkeys(file.picture for start in outcome.starts for file in start.files if file.picture):
        content = outcome.contents.get(digest, b"")
        if len(content) <= room and (uri := picture_uri(content)):
            room -= len(content)
            shown[digest] = uri
    return shown


def picture_uri(content: bytes) -> str:
    """A picture that the sandbox drew as a data URI; empty for anything else."""
    kind = next((kind for magic, kind in TYPES.items() if content.startswith(magic)), "")
    return f"data:{kind};base64,{base64.b64encode(content).decode()}" if kind else ""
