"""What a user takes away: the program, and a zip of everything with a report to read in a browser."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence
from importlib import resources

from markupsafe import Markup

from agent.handover import file_name, files_of, page_of, records_of, title_of
from agent.report import Report
from languages.handover import File, encoded
from message import say
from sandbox.paths import check_paths
from storage.types import StoredEvent
from translation import here
from ui.base.templating import render
from ui.telling import view

Date = tuple[int, int, int, int, int, int]
"""To the second."""
OLDEST_DATE: Date = (1980, 1, 1, 0, 0, 0)
APART = say("Tests and report")
UNIX = 3  # so that whoever unpacks it heeds which files are executable, also where it was made on Windows


def program_files(report: Report) -> dict[str, File]:
    """The files of the program that is handed over, by their paths in it; none where there is no program."""
    files = files_of(report)
    return {path: files[path] for path in (report.chosen.candidate.files if report.chosen else ())}


def zipped(files: Mapping[str, File], date: Date = OLDEST_DATE) -> bytes:
    """A zip of what isn't empty of `files`. Raises `BadPath`, for whoever unpacks it may not look where that goes."""
    check_paths(files)
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, file in files.items():
            if file.content:
                info = zipfile.ZipInfo(name, max(date, OLDEST_DATE))
                info.compress_type = zipfile.ZIP_DEFLATED
                info.create_system = UNIX
                info.external_attr = (0o755 if file.executable else 0o644) << 16
                archive.writestr(info, file.content)
    return buffer.getvalue()


def zip_bytes(report: Report, run_id: str, events: Sequence[StoredEvent], title: str = "") -> bytes:
    """Everything that the run made, in one folder of a zip file: what `files_of` hands over, reports and log.

    The folder is named after the task, or after the `title`, if it has one. Tests and reports have one of their own in
    it: what works on all that lies beside the program would take them for the person's files.
    """
    handed = {**(report.language.tests_apart() if report.suite.files and report.language else {}), **files_of(report)}
    records = {
        "report.html": encoded(report_page(report, run_id)),
        **records_of(report, run_id),
        "log.txt": encoded(view.log_text(events)),
    }
    apart = {name: file for name, file in handed.items() if file.of_tests} | records
    beside = {name: file for name, file in handed.items() if not file.of_tests} | page_of(report)
    place = here().text(APART)
    files = beside | {f"{place}/{name}": file for name, file in apart.items()}
    date = events[0].time.timetuple()[:6] if events else OLDEST_DATE
    folder = file_name(title or title_of(report))
    return zipped({f"{folder}/{name}": file for name, file in files.items()}, date)


def report_page(report: Report, run_id: str) -> str:
    """The report as one HTML page that needs nothing else: no script, no other file, no network."""
    return render(
        "report",
        report=report,
        run_id=run_id,
        style=Markup(resources.files("ui").joinpath("view.css").read_text(encoding="utf-8")),  # noqa: S704  # nosec B704 (ours)
        verdict=Markup(view.verdict_html(report)),  # noqa: S704  # nosec B704 (all of these escape)
        trust=Markup(view.trust_html(report)),  # noqa: S704  # nosec B704
        attempts=Markup(view.attempts_html(report)),  # noqa: S704  # nosec B704
        how_to_run=Markup(view.how_to_run(report)),  # noqa: S704  # nosec B704
    )
