"""A program as one file that another Assay takes in: what was asked for, the plan, the tests, and the person's files,
or none of these.

Whoever gets it believes nothing of it but its name: neither a verdict, nor that somebody confirmed an example, nor a
limit, nor which model is asked. It is tested and checked anew, without a model, as a version that was edited by hand
is; what came with it says little then, which `Request.taken_in` keeps.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from agent.errors import BadFiles, BadTask
from agent.events import BriefReady, CodeReady, Event, RunStarted, TestsReady
from agent.inputs import Given, laid_out, read_inputs
from agent.models.unpicked import UNPICKED
from agent.report import Report, fold
from agent.request import going_on, said_in
from agent.types import Request
from agent.without_files import without_files
from languages.brief import Brief
from languages.registry import language_named
from languages.types import DEFAULT, Suite
from message import say, say_count
from sandbox.base import MOST_FILES
from sandbox.paths import check_paths
from storage.serialize import from_json, to_json

HEAD, HISTORY, FILES = "assay.json", "events.jsonl", "files/"
FORMAT = 1
ENDING = ".assay.zip"
LONGEST_NAME = 200
WITHOUT = "without_files"
"""The name in the head of how many files it was made for, where these aren't in it."""


@dataclass(frozen=True, slots=True)
class Shared:
    """What such a file is taken for: what the program is called, or "", and the request that checks it, with files."""

    name: str
    request: Request
    files: Mapping[str, bytes]


def shared(name: str, report: Report, inputs: Mapping[str, bytes], with_files: bool = True) -> bytes:
    """The file of a run that is over, kept by this name, with the files that it was given, by their paths, or without
    them and all that was made by looking at them: see `agent/without_files.py`.

    Raises `BadPath` for a path that isn't one everywhere.
    """
    told = report if with_files else without_files(report)
    head = {"format": FORMAT, "name": name} | ({} if with_files else {WITHOUT: len(inputs)})
    buffer = io.BytesIO()
    check_paths(inputs)
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(HEAD, json.dumps(head))
        archive.writestr(HISTORY, "".join(f"{to_json(event)}\n" for event in _told(told)))
        for path, content in inputs.items() if with_files else ():
            archive.writestr(f"{FILES}{path}", content)
    return buffer.getvalue()


def _told(report: Report) -> Iterator[Event]:
    """Of the history what whoever takes it in makes use of: what was asked for, the plan, the tests and the program."""
    asked = report.request or Request("", UNPICKED, UNPICKED)
    yield RunStarted(Request(said_in(asked), UNPICKED, UNPICKED, language=asked.language))
    if report.brief:
        yield BriefReady(report.brief)
    yield TestsReady(Suite(report.suite.files, report.suite.tests))
    if report.chosen:
        yield CodeReady(report.chosen.number, report.chosen.candidate)


# Why: docs/decisions.md, "Nothing that came with a shared program speaks for it"
def taken_in(given: Sequence[Given]) -> Shared:
    """What is in such a file. Raises `BadFiles` for any other file, and `BadTask` where there is no program in it.

    Of files it takes the program and its tests, as runs make them, and those that it worked on; what of these would be
    taken for code is named among what was left out.
    """
    if len(given) != 1:
        raise BadFiles(
            say("Only one program can be taken in at a time."),
            say("Drop one file that ends in %(ending)s.", ending=ENDING),
        )
    try:
        return _taken_in(given[0])
    except (BadFiles, BadTask):
        raise
    except Exception as problem:  # whatever a damaged file makes of what reads it
        advice = say("It has to be a file that Assay made for others; its name ends in %(ending)s.", ending=ENDING)
        raise BadFiles(say("%(name)s is no program of Assay.", name=given[0].name), advice) from problem


def _taken_in(given: Given) -> Shared:
    found = read_inputs([given], "", DEFAULT).files
    contents = {path.partition("/")[2]: content for path, content in found.items()}  # in a folder named like the zip
    name, report = _read(contents, given.name)
    report = _without_claims(report)
    request = going_on("", report, edited=report.chosen.candidate if report.chosen else None)
    _require_ours(request, given.name)
    inside = {path.removeprefix(FILES): content for path, content in contents.items() if path.startswith(FILES)}
    files = laid_out(inside, request.language)
    missing = _missing(json.loads(contents[HEAD]).get(WITHOUT))
    return Shared(name, replace(request, left_out=(*missing, *files.left_out)), files.files)


def _require_ours(request: Request, name: str) -> None:
    """Raises `BadFiles` where program or tests have files that no run of ours makes in this language."""
    assert request.earlier  # noqa: S101  (it goes on from a program)
    program, tests = language_named(request.language).own_names
    candidate, suite = request.earlier.candidate, request.earlier.suite
    others = [*(candidate.files.keys() - set(program)), *(suite.files.keys() - set(tests))]
    if others or candidate.entry not in candidate.files:
        raise BadFiles(
            say(
                "%(name)s holds a program with other files than Assay makes, such as %(path)s.",
                name=name,
                path=repr(min(others, default=candidate.entry))[:LONGEST_NAME],
            ),
            say("Nothing was taken. Only give what comes from somebody you trust."),
        )


def _read(contents: Mapping[str, bytes], name: str) -> tuple[str, Report]:
    """What the program is called, and its history. Raises `BadFiles` for a newer one, anything for a damaged one."""
    head = json.loads(contents[HEAD])
    lines = contents[HISTORY].decode().splitlines()
    if head["format"] != FORMAT:
        raise BadFiles(
            say("%(name)s was made by a newer version of Assay.", name=name), say("Update Assay, then take it in.")
        )
    return " ".join(str(head.get("name", "")).split()), fold(map(from_json, lines))


def _missing(count: object) -> tuple[str, ...]:
    """What is said where it came without so many files."""
    if type(count) is not int or not 1 <= count <= MOST_FILES:
        return ()
    said = say_count(
        "It came without the %(count)s file that it was made for: what needs it can't be checked anew. "
        "Give one of your own, and tests are written that work on it.",
        "It came without the %(count)s files that it was made for: what needs them can't be checked anew. "
        "Give some of your own, and tests are written that work on them.",
        count,
    )
    return (said,)


def _without_claims(report: Report) -> Report:
    """What it says was asked for and wished since, with none of what only the person here may say or allow."""
    asked = report.request or Request("", UNPICKED, UNPICKED)
    request = Request(said_in(asked), UNPICKED, UNPICKED, language=asked.language, taken_in="all")
    return replace(report, request=request, suite=_nobodys(report.suite), brief=_unconfirmed(report.brief), grounds=())


def _nobodys(suite: Suite) -> Suite:
    """The tests alone: questions to the person, inputs and mistakes that nobody need notice are others' words."""
    return Suite(suite.files, tuple(replace(test, source="model", fails_for=()) for test in suite.tests))


def _unconfirmed(brief: Brief | None) -> Brief | None:
    """The plan as a proposal: the words that it quotes are those of whoever shared it, not this person's."""
    if brief is None:
        return None
    return replace(
        brief,
        rules=tuple(replace(one, words="", confirmed=False) for one in brief.rules),
        assumptions=tuple(replace(one, confirmed=False) for one in brief.assumptions),
        examples=tuple(replace(one, words="", confirmed=False) for one in brief.examples),
    )
