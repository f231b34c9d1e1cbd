"""The files a run leaves in a folder: the program, its tests, and the report twice.

What people read in them is said in the language of the request; where it can't be told, in the terminal's (`LANG`).
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from agent.claims import TOOTHLESS
from agent.handover import files_of, guide_of, page_of, records_of, tongue_of
from agent.report import Report
from agent.report_json import as_json
from agent.types import Usage
from errors import AssayError
from languages.base import Language
from languages.handover import PAGE, REQUIREMENTS, File, encoded
from languages.registry import title_of
from message import joined
from sandbox.errors import BadPath
from sandbox.paths import place_below
from storage.statuses import called
from translation import here, of_environment, speaking
from wording import printable

NAMES = (REQUIREMENTS, PAGE, "brief.json", "report.json", "report.md")
NO_PAGES: Mapping[str, File] = MappingProxyType({})


class FolderUnusable(AssayError):
    """The results can't be written there, or would replace files that aren't of an earlier run."""


def prepare(folder: Path, language: Language) -> None:
    """Make sure, before there is anything to lose, that the results in `language` can be written into `folder`.

    Raises `FolderUnusable`.
    """
    with _writing(folder), tempfile.TemporaryFile(dir=folder):
        pass
    present = [name for name in _own_names(language) if (folder / name).exists()]
    if present and not _is_of_a_run(folder / "report.json"):
        raise FolderUnusable(
            f"In {folder} there is {' and '.join(present)} already, which would be lost.",
            "Name another folder with --out, or move them away.",
        )


def _own_names(language: Language | None) -> list[str]:
    """What runs in this language leave, by their names."""
    page = [language.one_file.name] if language and language.one_file else []
    return [*(language.file_names if language else ()), *page, *NAMES]


@contextmanager
def _writing(folder: Path) -> Iterator[None]:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        yield
    except OSError as problem:
        raise FolderUnusable(
            f"Nothing can be written to {folder}: {problem.strerror}.", "Name another folder with --out."
        ) from problem
    except BadPath as problem:
        raise FolderUnusable(problem.message, "Name another folder with --out.") from problem


def _is_of_a_run(report: Path) -> bool:
    try:
        return "run_id" in json.loads(report.read_text(encoding="utf-8"))
    except (OSError, ValueError, TypeError):
        return False


def write_files(report: Report, run_id: str, folder: Path, pages: Mapping[str, File] = NO_PAGES) -> list[Path]:
    """Write what the run made into `folder`, which is made where missing, and return the files.

    Of these are `pages` that were made of the program, by their names. What an earlier run left there under the same
    names is replaced or removed, so that the folder never mixes two runs; see `prepare`. Raises `FolderUnusable`.
    """
    with _writing(folder), speaking(of_environment(os.environ)), speaking(tongue_of(report)):
        contents = {place_below(folder, name): file for name, file in _contents(report, run_id, pages).items()}
        for path, file in contents.items():
            if file.content:
                _write(path, file)
            else:
                path.unlink(missing_ok=True)
    return [path for path, file in contents.items() if file.content]


def _write(path: Path, file: File) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(file.content)
    if file.executable:
        path.chmod(0o755)


def _contents(report: Report, run_id: str, pages: Mapping[str, File]) -> dict[str, File]:
    return {
        **dict.fromkeys(_own_names(report.language), File(b"")),
        **files_of(report),
        **page_of(report),
        **pages,
        **records_of(report, run_id),
        "report.md": encoded(_markdown(report, as_json(report, run_id), run_id, [*pages])),
    }


def _markdown(report: Report, data: dict[str, Any], run_id: str, pages: Sequence[str]) -> str:
    environment = Environment(
        loader=PackageLoader("cli", "."),
        undefined=StrictUndefined,
        autoescape=False,  # noqa: S701  (Markdown, not HTML; `plain` and `indented` keep texts from becoming either)
        keep_trailing_newline=True,
    )
    environment.filters.update(plain=_plain, cell=_cell, indented=_indented, cost=lambda usage: Usage(**usage).in_words)
    environment.filters.update(number=lambda value: here().number(value))
    environment.globals.update(title_of=title_of, titles=_plain(joined(", ", (one.title for one in report.table))))
    environment.globals.update(_=here().gettext, toothless=TOOTHLESS)
    return environment.get_template("report.md.j2").render(
        report=data,
        verdict=called(report),
        run_id=run_id,
        guide=guide_of(report),
        pages=pages,
        made=PAGE if page_of(report)[PAGE].content else "",
        further=report.further,
        untested=report.untested_rules,
        unheld=report.unheld_examples,
        unproven=report.unproven,
    )


def _plain(text: str) -> str:
    """A sentence of ours in the reader's language, or what a model wrote, so that no Markdown viewer takes it for
    HTML."""
    return printable(here().text(text)).replace("&", "&amp;").replace("<", "&lt;")


def _cell(text: str) -> str:
    return " ".join(text.replace("|", "\\|").split())


def _indented(text: str) -> str:
    """A block of code, in which Markdown takes nothing for HTML."""
    return "\n".join(f"    {line}" for line in printable(text).splitlines())
