"""What a run hands over, whoever writes it: the page into a zip file, the command line into a folder."""

from __future__ import annotations

import json
from collections.abc import Mapping

from agent.report import NO_PROGRAM, NO_TESTS, Report, as_json
from languages import handover
from languages.guide import ProgramGuide
from languages.handover import File, encoded
from languages.outcome import is_harmless
from sandbox.base import check_paths

OUTPUTS = "example-output"
"""The folder of what came of starting the program."""


def files_of(report: Report) -> Mapping[str, File]:
    """The chosen program, its tests and what they need, by their paths; without reports.

    Raises `ValueError` for a path that leads out of the folder.
    """
    candidate = report.chosen.candidate if report.chosen else NO_PROGRAM
    hand_over = report.language.handed_over if report.language else handover.handed_over
    files = hand_over(candidate, report.suite, report.requirements)
    check_paths(files)
    return files


def records_of(report: Report, run_id: str) -> dict[str, File]:
    """The report, and what was to be built, for machines; empty where there is no brief."""
    data = as_json(report, run_id)
    return {"brief.json": _json(data["brief"]) if data["brief"] else File(b""), "report.json": _json(data)}


def _json(data: object) -> File:
    return encoded(json.dumps(data, indent=2, ensure_ascii=False) + "\n")


def outputs_of(report: Report) -> dict[str, File]:
    """The files that starts of the chosen program left, below `OUTPUTS`, in a folder for each start."""
    outcome = report.outcome
    return {
        f"{OUTPUTS}/{number}/{file.path}": File(outcome.contents[file.digest])
        for number, start in enumerate(outcome.starts, start=1)
        for file in start.files
        if file.change != "removed" and file.digest in outcome.contents and is_harmless(file.path)
    }


def guide_of(report: Report) -> ProgramGuide | None:
    """How the chosen program is used, with an example of its tests if they pass; None where there is none."""
    if report.chosen is None or report.language is None:
        return None
    suite = report.suite if report.chosen.all_passed else NO_TESTS
    return report.language.describe(report.chosen.candidate, suite, report.requirements)
