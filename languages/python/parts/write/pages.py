"""Results as one page that every browser shows, on a telephone and on paper too."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Sequence
from datetime import date, time, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

from languages.python.parts.telling import LANGUAGE, sentence
from languages.python.parts.write.placing import write_with
from languages.python.parts.write.written import _cell_letters, _cell_text, _cells_below

_PAGE_RIGHT_TO_LEFT = ("ar", "fa", "he", "ur")
_PAGE_STYLE = """
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 1rem auto; max-width: 60rem; padding: 0 1rem; }
body { overflow-wrap: anywhere; }
h1, h2 { line-height: 1.2; }
img { height: auto; max-width: 100%; }
.table { overflow-x: auto; }
table { border-collapse: collapse; margin: 1rem 0; overflow-wrap: normal; }
th, td { border-bottom: 1px solid #8888; padding: .4rem .8rem; text-align: start; vertical-align: top; }
td { white-space: pre-line; }
.number { font-variant-numeric: tabular-nums; text-align: end; white-space: nowrap; }
@page { size: A4; margin: 15mm; }
@media print {
  :root { color-scheme: light; }
  body { font-size: 10pt; margin: 0; max-width: none; padding: 0; }
  .table { overflow: visible; }
  thead { display: table-header-group; }
  tr { break-inside: avoid; }
  h1, h2 { break-after: avoid; }
}
"""


def write_page(name: str | Path, title: str, body: str) -> Path:
    """Write an HTML page; make `body` of `html_table(...)` and `html_text(...)`, joined by +. Tells where it is."""
    whole = body if re.search(r"<[a-zA-Z]", body) else html_text(body)
    direction = ' dir="rtl"' if LANGUAGE.partition("-")[0] in _PAGE_RIGHT_TO_LEFT else ""
    shown = _page_safe(title)
    lines = [
        "<!DOCTYPE html>",
        f'<html lang="{LANGUAGE}"{direction}>',
        '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{shown}</title><style>{_PAGE_STYLE}</style></head>",
        f"<body><h1>{shown}</h1>",
        _cell_letters(whole),
        "</body></html>\n",
    ]
    content = "\n".join(lines).encode()
    return write_with(name, lambda path: path.write_bytes(content))


def html_text(text: str) -> str:
    """`text` as HTML that shows it as it is, whatever stands in it; an empty line begins a new paragraph."""
    paragraphs = re.split(r"\n\s*\n", _cell_letters(str(text)).strip())
    lines = (html.escape(one).replace("\n", "<br>") for one in paragraphs if one)
    return "".join(f"<p>{line}</p>\n" for line in lines)


def html_table(heads: Sequence[str], rows: Iterable[Any]) -> str:
    """A table as HTML; give numbers and dates as they are. Whatever stands in the cells is shown as it is."""
    lines = ["".join(map(_page_cell, row)) for row in _cells_below(heads, rows)]
    body = "".join(f"<tr>{line}</tr>\n" for line in lines)
    top = "".join(f'<th scope="col">{_page_safe(head)}</th>' for head in heads)
    name = _page_safe(sentence("Table"))
    return (
        f'<div class="table" role="region" tabindex="0" aria-label="{name}"><table>\n'
        f"<thead><tr>{top}</tr></thead>\n<tbody>\n{body}</tbody>\n</table></div>\n"
    )


def _page_safe(value: Any) -> str:
    return html.escape(_cell_text(value))


def _page_cell(value: Any) -> str:
    is_number = isinstance(value, int | float | Decimal | date | time | timedelta) and not isinstance(value, bool)
    begin = '<td class="number">' if is_number else "<td>"
    return f"{begin}{_page_safe(value)}</td>"
