"""A program as one file that another Assay takes in: what was asked for, its tests and history, and the person's files.

Whoever gets it believes nothing of it but its name: neither a verdict, nor that somebody confirmed an example, nor a
limit. It is tested and checked anew, without a model, as a version that was edited by hand is.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from agent.errors import BadFiles
from agent.events import Event, ModelAnswered, ModelAsked, ModelRestarted, ModelText, StartsShown
from agent.inputs import Given, read_inputs
from agent.models.registry import find_provider
from agent.models.unpicked import UNPICKED
from agent.report import Report, fold
from agent.request import going_on
from agent.types import Request
from errors import AssayError
from languages.brief import Brief
from languages.types import DEFAULT, Suite
from message import say
from storage.errors import UnreadableEvent
from storage.serialize import from_json, to_json

HEAD, HISTORY, FILES = "assay.json", "events.jsonl", "files/"
FORMAT = 1
ENDING = ".assay.zip"
LONGEST_MODEL = 200
UNTOLD = (ModelAsked, ModelText, ModelAnswered, ModelRestarted, StartsShown)
"""What was said to models and by them, and what starts left, stay where they are."""


@dataclass(frozen=True, slots=True)
class Shared:
    """What such a file is taken for: what the program is called, or "", and the request that checks it, with files."""

    name: str
    request: Request
    files: Mapping[str, bytes]


def shared(name: str, events: Iterable[Event], inputs: Mapping[str, bytes]) -> bytes:
    """The file of a run that is over, kept by this name, with the files that it was given, by their paths."""
    lines = "".join(f"{to_json(event)}\n" for event in events if not isinstance(event, UNTOLD))
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(HEAD, json.dumps({"format": FORMAT, "name": name}))
        archive.writestr(HISTORY, lines)
        for path, content in inputs.items():
            archive.writestr(f"{FILES}{path}", content)
    return buffer.getvalue()


# Why: docs/decisions.md, "A shared program is its history as lines of JSON, in a zip, and is checked anew"
def taken_in(given: Sequence[Given]) -> Shared:
    """What is in such a file. Raises `BadFiles` for any other file, and `BadTask` where there is no program in it."""
    if len(given) != 1:
        raise BadFiles(
            say("Only one program can be taken in at a time."),
            say("Drop one file that ends in %(ending)s.", ending=ENDING),
        )
    found = read_inputs(given, "", DEFAULT).files
    contents = {path.partition("/")[2]: content for path, content in found.items()}  # in a folder named like the zip
    name, report = _read(contents, given[0].name)
    report = _without_claims(report)
    request = going_on("", report, edited=report.chosen.candidate if report.chosen else None)
    files = {path.removeprefix(FILES): content for path, content in contents.items() if path.startswith(FILES)}
    return Shared(name, request, files)


def _read(contents: Mapping[str, bytes], name: str) -> tuple[str, Report]:
    """What the program is called, and its history. Raises `BadFiles`."""
    try:
        head = json.loads(contents[HEAD])
        lines = contents[HISTORY].decode().splitlines()
        if head["format"] != FORMAT:
            raise BadFiles(
                say("%(name)s was made by a newer version of Assay.", name=name), say("Update Assay, then take it in.")
            )
        return " ".join(str(head.get("name", "")).split()), fold(map(from_json, lines))
    except (KeyError, TypeError, ValueError, UnreadableEvent) as problem:
        advice = say("It has to be a file that “Share” made; its name ends in %(ending)s.", ending=ENDING)
        raise BadFiles(say("%(name)s is no program of Assay.", name=name), advice) from problem


def _without_claims(report: Report) -> Report:
    """What it says was asked for, with none of what only the person here may say or allow."""
    asked = report.request or Request("", UNPICKED, UNPICKED)
    model = _named(asked.model)
    request = Request(asked.task, model, model, language=asked.language)
    return replace(report, request=request, suite=_nobodys(report.suite), brief=_unconfirmed(report.brief))


def _named(model: str) -> str:
    """The model, where that is a name which can be asked for; else none, and who needs one is asked to pick it."""
    try:
        find_provider(model)
    except AssayError:
        return UNPICKED
    return model if model.isprintable() and len(model) <= LONGEST_MODEL else UNPICKED


def _nobodys(suite: Suite) -> Suite:
    return replace(suite, tests=tuple(replace(test, source="model", fails_for=()) for test in suite.tests))


def _unconfirmed(brief: Brief | None) -> Brief | None:
    if brief is None:
        return None
    return replace(
        brief,
        rules=tuple(replace(one, confirmed=False) for one in brief.rules),
        assumptions=tuple(replace(one, confirmed=False) for one in brief.assumptions),
        examples=tuple(replace(one, confirmed=False) for one in brief.examples),
    )
