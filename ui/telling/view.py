"""What the page shows of a run: pure functions from its events, or its report, to HTML.

Every text that a model or a tool wrote is escaped and bounded; the HTML brings its own class names,
all beginning with `assay-`, which `view.css` styles.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from itertools import pairwise
from typing import Literal

from agent.handover import guide_of, line_of
from agent.report import Report
from agent.summary import summary_of
from agent.types import Request
from languages.handover import REQUIREMENTS
from languages.registry import title_of
from storage.types import StoredEvent
from ui.base.diffs import compare
from ui.base.templating import render
from ui.live.known import Known
from ui.telling import log, trust
from ui.telling.evidence import sections
from ui.telling.outcome import starts_of
from ui.telling.progress import progress_of
from ui.telling.ways import ways_on

Way = Literal["folder", "file"]
WAYS: tuple[Way, ...] = ("folder", "file")

MOST_MADE = 3
"""Files that are shown while a run goes on."""


def steps_html(
    known: Known,
    now: datetime,
    usually: str = "",
    ahead: int = 0,
    sentences: Sequence[str] = (),
    hurried: bool = False,
) -> str:
    """The stages with their steps, the time at `now` (UTC), tokens and cost, and what happens in one sentence.

    `usually` says how long runs take, as in "about 4 minutes"; empty where nobody knows.
    `ahead` is how many runs come before it, and `sentences` are those of tests that are still written. It is `hurried`
    as soon as somebody has said so, before the run has heard of it.
    """
    progress = progress_of(known, now, hurried)
    tests = trust.checklist(progress.report, progress.told)
    return render("steps", progress=progress, usually=usually, ahead=ahead, tests=tests, sentences=sentences)


def log_html(events: Sequence[StoredEvent]) -> str:
    """The newest part of the log, of bounded size; thinking, prompts and the tools' output are folded away."""
    entries, more = log.tail(events)
    return render("log", entries=entries, more=more)


def log_text(events: Sequence[StoredEvent]) -> str:
    """The whole log as plain text."""
    return log.as_text(events)


def asked_html(
    report: Report,
    request: Request,
    name: str,
    falls: bool = False,
    recorded: datetime | None = None,
    beside: bool = False,
) -> str:
    """The head of a run: what it is called, `name`, what was asked for, and once it is over the seal.

    `falls` says whether somebody watches how it falls, and so sees the seal being stamped; `recorded` is when it was
    made, if it is an example that came with the app. It is made `beside` the version that it goes on from.
    """
    return render(
        "asked",
        report=report,
        request=request,
        name=name,
        line=line_of(report) if report.status != "running" else "",
        summary=summary_of(report) if report.status != "running" else None,
        falls=falls,
        recorded=recorded,
        beside=beside,
    )


def verdict_html(report: Report, actions: bool = False) -> str:
    """The verdict in three sentences, and what to do next; with `actions` by buttons, else with the seal."""
    return render(
        "verdict",
        report=report,
        summary=summary_of(report),
        ways=ways_on(report),
        actions=actions,
    )


def so_far_html(report: Report) -> str:
    """What the newest program that passes its tests left when they started it: pictures first, then other files."""
    starts = starts_of(report)
    files = [file for start in report.outcome.starts for file in start.files if file.change != "removed"]
    # Each test that starts it leaves the same table once more.
    once = {file.picture or file.path: file for file in reversed(files) if file.picture or file.tables}
    telling = sorted(once.values(), key=lambda file: not file.picture)
    return render("so_far", files=telling[:MOST_MADE], pictures=starts.pictures) if starts and telling else ""


def trust_html(report: Report) -> str:
    """What was checked and what wasn't: the claims, the tests, and a section for each check."""
    by_rule = bool(report.brief and report.brief.rules)
    # Where there are no rules, each test is one, and stands among the tests.
    claimed = [claim for claim in trust.claims(report) if by_rule or not claim.tests]
    return render(
        "trust",
        report=report,
        gaps=trust.by_reason(trust.gaps(report)),
        untested=report.untested_rules if report.suite.tests else (),
        by_rule=by_rule,
        claims=trust.unknown_first([*claimed, *trust.evidence(report)]),
        tests=trust.checklist(report),
        sections=sections(report),
        starts=starts_of(report),
    )


def attempts_html(report: Report) -> str:
    """Each attempt with how many tests passed, and how its code differs from the one before."""
    diffs = {after.number: compare(before.source, after.source) for before, after in pairwise(report.attempts)}
    return render("attempts", report=report, diffs=diffs, title_of=title_of)


def how_to_run(report: Report, *ways: Way) -> str:
    """How this very program is used on Windows, macOS and Linux, from the folder and as a mere file; empty where there
    is none."""
    guide = guide_of(report)
    if report.chosen is None or guide is None:
        return ""
    files = [*report.chosen.candidate.files, *([REQUIREMENTS] if report.needs.pins else [])]
    return render("how_to_run", guide=guide, passes=report.chosen.all_passed, files=files, ways=ways or WAYS)
