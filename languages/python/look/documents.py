"""Word documents."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from typing import Any

from .lines import beginning, cut
from .said import Look, _


def document(path: Path) -> Look:
    """The first paragraphs, then how the tables begin, and what stands at the top and the bottom of its pages."""
    import docx

    opened = docx.Document(str(path))
    paragraphs = [marked(paragraph) for paragraph in opened.paragraphs if paragraph.text.strip()]
    tables = [[cell.text for cell in row.cells] for table in opened.tables[:3] for row in table.rows[:3]]
    edges = {"header": opened.sections[0].header, "footer": opened.sections[0].footer} if opened.sections else {}
    around = [f"{name}: {part.text}" for name, edge in edges.items() for part in edge.paragraphs if part.text.strip()]
    sort = _(
        "Word document, %(paragraphs)s paragraphs with text, %(tables)s tables",
        paragraphs=len(paragraphs),
        tables=len(opened.tables),
    )
    rows = [f"row of a table: {row}" for row in tables]
    return sort, "\n".join([beginning(paragraphs), *map(cut, (*rows, *around[:4]))])


def marked(paragraph: Any) -> str:
    """Its text, in which what is bold stands between ** where that isn't all of it."""
    pieces = [(bold, "".join(run.text for run in runs)) for bold, runs in groupby(paragraph.runs, is_bold)]
    if len(pieces) < 2 or "".join(text for _, text in pieces) != paragraph.text:  # links are no runs
        return str(paragraph.text)
    return "".join(f"**{text}**" if bold else text for bold, text in pieces)


def is_bold(run: Any) -> bool:
    return bool(run.bold)
