"""What a run hands over, whoever writes it: the page into a zip file, the command line into a folder."""

from __future__ import annotations

import json
from collections.abc import Mapping
from textwrap import shorten

from agent.report import NO_PROGRAM, NO_TESTS, Report, as_json
from languages import handover
from languages.guide import ProgramGuide
from languages.handover import OUTPUTS, PAGE, File, encoded
from languages.outcome import is_harmless
from sandbox.base import check_paths

LONGEST_TITLE, LONGEST_NAME = 80, 50
UNNAMED = "Program"
DEVICES = {"con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(1, 10))}
"""What no file can be called on Windows."""


def files_of(report: Report) -> Mapping[str, File]:
    """The chosen program, its tests and what they need, by their paths; without reports.

    Raises `ValueError` for a path that leads out of the folder.
    """
    candidate = report.chosen.candidate if report.chosen else NO_PROGRAM
    hand_over = report.language.handed_over if report.language else handover.handed_over
    files = hand_over(candidate, report.suite, report.needs)
    check_paths(files)
    return files


def title_of(report: Report) -> str:
    """What the program is called where nobody gave it a name: how its task begins."""
    task = report.request.task if report.request else ""
    return shorten(task, LONGEST_TITLE, placeholder="…") or UNNAMED


def file_name(title: str) -> str:
    """`title` as the name of a file or folder, without an ending, that every system takes and no shell reads."""
    plain = "".join(letter if letter.isalnum() or letter in "-_" else " " for letter in title)
    words = " ".join(plain.split())
    name = shorten(words, LONGEST_NAME, placeholder="") or words[:LONGEST_NAME] or UNNAMED
    return f"{name} program" if name.casefold() in DEVICES else name


def records_of(report: Report, run_id: str) -> dict[str, File]:
    """The report, and what was to be built, for machines; empty where there is no brief."""
    data = as_json(report, run_id)
    return {"brief.json": _json(data["brief"]) if data["brief"] else File(b""), "report.json": _json(data)}


def _json(data: object) -> File:
    return encoded(json.dumps(data, indent=2, ensure_ascii=False) + "\n")


def outputs_of(report: Report) -> dict[str, File]:
    """The files that starts of the chosen program left, below `OUTPUTS`, in a folder for each start; and `PAGE`."""
    outcome = report.outcome
    return _page(report) | {
        f"{OUTPUTS}/{number}/{file.path}": File(outcome.contents[file.digest])
        for number, start in enumerate(outcome.starts, start=1)
        for file in start.files
        if file.change != "removed" and file.digest in outcome.contents and is_harmless(file.path)
    }


def _page(report: Report) -> dict[str, File]:
    """The web page that the program makes of the person's own files; empty where it was to make none."""
    if report.brief is None or report.brief.kind != "page":
        return {PAGE: File(b"")}
    left = [file for start in report.outcome.starts if start.own and not start.problem for file in start.files]
    pages = [file for file in left if file.path.casefold().endswith((".html", ".htm")) and file.change != "removed"]
    digest = max(pages, key=lambda file: file.size).digest if pages else ""  # of one too large there is no content
    return {PAGE: File(report.outcome.contents.get(digest, b""))}


def guide_of(report: Report) -> ProgramGuide | None:
    """How the chosen program is used, with an example of its tests if they pass; None where there is none."""
    if report.chosen is None or report.language is None:
        return None
    suite = report.suite if report.chosen.all_passed else NO_TESTS
    return report.language.describe(report.chosen.candidate, suite, report.needs.pins)
