"""Workbooks of both kinds that tests make."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import openpyxl

ODS_NAMES = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{kind}:1.0"'
    for name, kind in (("office",) * 2, ("table",) * 2, ("text",) * 2, ("style",) * 2, ("number", "datastyle"))
)
KIND = "application/vnd.oasis.opendocument.spreadsheet"
FILLER = '<table:table-row table:number-rows-repeated="1048000"><table:table-cell/></table:table-row>'


def xlsx(path: Path, sheets: Mapping[str, Sequence[Sequence[Any]]]) -> openpyxl.Workbook:
    """Written to `path`; change what is returned and save it anew for more than values."""
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(list(row))
    book.save(path)
    return book


def cell(value: str, attributes: str = "") -> str:
    """A cell of an ODS with a text."""
    return f'<table:table-cell office:value-type="string" {attributes}><text:p>{value}</text:p></table:table-cell>'


def kind(name: str, said: str, attributes: str = "", shown: str = "shown") -> str:
    """A cell of an ODS with another value."""
    attribute = {"float": "value", "currency": "value", "percentage": "value"}.get(name, f"{name}-value")
    value = f'office:value-type="{name}" office:{attribute}="{said}"'
    return f"<table:table-cell {value} {attributes}><text:p>{shown}</text:p></table:table-cell>"


def row(*cells: str, attributes: str = "") -> str:
    return f"<table:table-row {attributes}>{''.join(cells)}</table:table-row>"


def sheet(name: str, *rows: str) -> str:
    return f'<table:table table:name="{name}">{"".join(rows)}</table:table>'


def ods(path: Path, *sheets: str, styles: str = "", manifest: str | None = "<manifest/>") -> Path:
    """As LibreOffice writes it: the kind comes first and isn't packed."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", KIND, zipfile.ZIP_STORED)
        body = f"<office:body><office:spreadsheet>{''.join(sheets)}</office:spreadsheet></office:body>"
        inside = f"<office:automatic-styles>{styles}</office:automatic-styles>{body}"
        archive.writestr("content.xml", f"<office:document-content {ODS_NAMES}>{inside}</office:document-content>")
        if manifest is not None:
            archive.writestr("META-INF/manifest.xml", manifest)
    path.write_bytes(buffer.getvalue())
    return path
