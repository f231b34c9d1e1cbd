"""What a user takes away: the program, and a zip of everything with a report to read in a browser."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping, Sequence
from importlib import resources

from markupsafe import Markup

from agent.report import Report, as_json
from sandbox.base import check_paths
from storage.types import StoredEvent
from ui import view
from ui.templating import render

OLDEST_DATE = (1980, 1, 1, 0, 0, 0)


def program_files(report: Report) -> dict[str, bytes]:
    """The files of the program that is handed over, as UTF-8, by their paths in it; none where there is no program."""
    files = report.chosen.candidate.files if report.chosen else {}
    check_paths(files)
    return {path: _encoded(text) for path, text in files.items()}


def zipped(files: Mapping[str, bytes], date: tuple[int, ...] = OLDEST_DATE) -> bytes:
    """A zip of what isn't empty of `files`."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            if content:
                info = zipfile.ZipInfo(name, max(date, OLDEST_DATE))  # type: ignore[arg-type]
                info.compress_type = zipfile.ZIP_DEFLATED
                info.external_attr = 0o644 << 16
                archive.writestr(info, content)
    return buffer.getvalue()


def zip_bytes(report: Report, run_id: str, events: Sequence[StoredEvent]) -> bytes:
    """Everything that the run made, in one folder of a zip file: program, tests, reports, log, and what it needs."""
    check_paths(report.suite.files)
    files = {
        **program_files(report),
        **{path: _encoded(text) for path, text in report.suite.files.items()},
        "requirements.txt": _encoded("".join(f"{requirement}\n" for requirement in report.requirements)),
        "report.html": _encoded(report_page(report, run_id)),
        "report.json": _encoded(json.dumps(as_json(report, run_id), indent=2, ensure_ascii=False) + "\n"),
        "log.txt": _encoded(view.log_text(events)),
    }
    date = events[0].time.timetuple()[:6] if events else OLDEST_DATE
    return zipped({f"assay-{run_id}/{name}": content for name, content in files.items()}, date)


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


def _encoded(text: str) -> bytes:
    """UTF-8; halves of surrogate pairs, which have no such form, become question marks."""
    return text.encode("utf-8", errors="replace")
