"""What a run hands over, whoever writes it: the page into a zip file, the command line into a folder."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from textwrap import shorten

from agent.models.demo import recording_of
from agent.report import NO_PROGRAM, NO_TESTS, Report
from agent.report_json import as_json
from languages import handover
from languages.guide import ProgramGuide
from languages.handover import PAGE, File, encoded
from languages.outcome import AT_ONCE, Start
from languages.task_words import language_of
from message import say
from sandbox.paths import check_paths, is_portable
from translation import TONGUES, Tongue, here, speaking, translated

LONGEST_TITLE, LONGEST_NAME = 80, 50
UNNAMED = "Program"
SENTENCE = re.compile(r"\S.*?[.!?\u3002\u061f](?=\s|$)|\S.*$")
STARTING = re.compile("doub|doppel|doble|\u0645\u0632\u062f\u0648\u062c", re.IGNORECASE)
"""What a sentence has in it that says how a program is started: a double-click, in the languages of the page."""


def files_of(report: Report) -> Mapping[str, File]:
    """The chosen program, its tests and what they need, by their paths; without reports.

    Raises `BadPath` for a path that leads out of the folder, or that not every system can have.
    """
    candidate = report.chosen.candidate if report.chosen else NO_PROGRAM
    hand_over = report.language.handed_over if report.language else handover.handed_over
    with speaking(tongue_of(report)):
        files = hand_over(candidate, report.suite, report.needs)
    check_paths(files)
    return files


# Why: docs/decisions.md, "What goes home with a program speaks the language of its request"
def tongue_of(report: Report) -> Tongue:
    """The language of who asked for the program, by their request and its plan; what is spoken here where it can't be
    told."""
    task = report.request.task if report.request else ""
    planned = (report.brief.start, *(rule.rule for rule in report.brief.rules)) if report.brief else ()
    return TONGUES.get(language_of(" ".join((task, *planned))), here().tongue)


def title_of(report: Report) -> str:
    """What the program is called: as the person said, else by its plan, or how its task begins."""
    if name := report.named or (report.brief.name if report.brief else ""):
        return name
    task = report.request.task if report.request else ""
    return shorten(task, LONGEST_TITLE, placeholder="…") or UNNAMED


def line_of(report: Report) -> str:
    """What the program does, in one sentence for who has it in front of them; empty where there is no plan."""
    task = report.request.task if report.request else ""
    if example := recording_of(task):
        return say(example.line)
    sentences = SENTENCE.findall(report.brief.start) if report.brief else []
    return next((one for one in sentences if not STARTING.search(one)), next(iter(sentences), ""))


def file_name(title: str) -> str:
    """`title` as the name of a file or folder, without an ending, that every system takes and no shell reads."""
    plain = "".join(letter if letter.isalnum() or letter in "-_" else " " for letter in title)
    words = " ".join(plain.split())
    name = shorten(words, LONGEST_NAME, placeholder="") or words[:LONGEST_NAME] or UNNAMED
    return name if is_portable(name) else f"{name} program"


def records_of(report: Report, run_id: str) -> dict[str, File]:
    """The report, and what was to be built, for machines; empty where there is no brief."""
    data = as_json(report, run_id)
    return {"brief.json": _json(data["brief"]) if data["brief"] else File(b""), "report.json": _json(data)}


def _json(data: object) -> File:
    """What is said in it to people is in their language; all else is the same in each."""
    return encoded(json.dumps(translated(data), indent=2, ensure_ascii=False) + "\n")


def page_of(report: Report) -> dict[str, File]:
    """The web page that the program makes of the person's own files; empty where it was to make none.

    What else came of its starts isn't handed over: a program that works on all that lies beside it would take it.
    """
    if report.brief is None or report.brief.kind != "page":
        return {PAGE: File(b"")}
    own = [start for start in report.outcome.starts if start.is_theirs and not start.problem]
    # A test may have typed another day or place than who just double-clicks.
    own.sort(key=lambda start: start.test != AT_ONCE)
    made = (digest for start in own if (digest := _page_in(start)))
    return {PAGE: File(report.outcome.contents.get(next(made, ""), b""))}


def _page_in(start: Start) -> str:
    """The digest of the largest page that a start left; empty where there is none."""
    left = (file for file in start.files if file.change != "removed")
    pages = [file for file in left if file.path.casefold().endswith((".html", ".htm"))]
    return max(pages, key=lambda file: file.size).digest if pages else ""


def takes_files(report: Report) -> bool:
    """Whether the chosen program works on files that a person has beside it, as far as is known."""
    guide, starts = guide_of(report), report.outcome.starts
    if (report.brief and report.brief.kind == "files") or (report.request and report.request.files) or guide is None:
        return True
    # A program that takes words after its name may take names of files; its tests' starts show whether it does.
    return any(start.given for start in starts) if starts else guide.files


def guide_of(report: Report) -> ProgramGuide | None:
    """How the chosen program is used, with an example of its tests if they pass; None where there is none."""
    if report.chosen is None or report.language is None:
        return None
    suite = report.suite if report.chosen.all_passed else NO_TESTS
    return report.language.describe(report.chosen.candidate, suite, report.needs)
