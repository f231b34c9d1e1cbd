"""Documents that were made alike are the same, whenever that was; others are not."""

from __future__ import annotations

import base64
import io
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import docx
import openpyxl
import pytest
from PIL import Image

from languages.python.runner.mutation.survivors.undated import alike, undated


def workbook(cell: str, day: int) -> bytes:
    book, file = openpyxl.Workbook(), io.BytesIO()
    book.active["A1"] = cell
    book.properties.created = datetime(2024, 1, day, tzinfo=UTC).replace(tzinfo=None)  # as openpyxl has it
    book.save(file)
    return file.getvalue()


def page(text: str, day: int) -> bytes:
    """What matters here of a PDF."""
    info = f"<< /CreationDate (D:202401{day:02}) /ModDate(D:202401{day:02}) >> /ID\n[<{day:032}><{day:032}>]"
    return f"%PDF-1.4\n{info}\n({text}) Tj".encode()


@pytest.mark.parametrize("made", [workbook, page])
def test_only_what_was_made_otherwise_differs(made: Callable[[str, int], bytes]) -> None:
    assert made("one", 1) != made("one", 2)
    assert undated(made("one", 1)) == undated(made("one", 2))
    assert undated(made("one", 1)) != undated(made("two", 1))


def test_anything_else_is_as_it_is() -> None:
    for content in ("a text", b"some bytes", b"PK\x03\x04 and no zip", None):
        assert undated(content) == content


def photo(width: int, quality: int, turned: bool = False) -> bytes:
    image = Image.linear_gradient("L").resize((width, 40)).convert("RGB")
    (image.rotate(90, expand=True) if turned else image).save(file := io.BytesIO(), "JPEG", quality=quality)
    return file.getvalue()


def are_alike(one: Any, other: Any) -> bool:
    return alike({"value": repr(undated(one))}, {"value": repr(undated(other))})


def test_a_picture_is_what_can_be_seen_in_it() -> None:
    assert photo(60, 80) != photo(60, 85)
    assert are_alike(photo(60, 80), photo(60, 30))
    assert not are_alike(photo(60, 80), photo(61, 80))
    assert not are_alike(photo(40, 80), photo(40, 80, turned=True))
    packed = [base64.b64encode(photo(60, quality)).decode() for quality in (80, 85)]
    page, other = (f'<img src="data:image/jpeg;base64,{one}">' for one in packed)
    assert are_alike(page, other)
    assert undated(page) != page
    entry, same = ([{"name": "a.jpg", "content": one}] for one in packed)
    assert are_alike(entry, same)
    assert not are_alike(entry, [*same, *same])
    assert undated(b"\xff\xd8\xff broken") == b"\xff\xd8\xff broken"


def changed(cell: str, change: Callable[[Any], None]) -> bytes:
    """A workbook whose only cell was changed."""
    book = openpyxl.load_workbook(io.BytesIO(workbook(cell, 1)))
    change(book.active)
    book.save(file := io.BytesIO())
    return file.getvalue()


def test_a_workbook_is_what_can_be_read_in_it() -> None:
    assert undated(workbook("one", 1)) == "Sheet\nSheet A1: one"
    assert undated(changed("one", lambda sheet: setattr(sheet["A1"], "number_format", "0.00"))).endswith("one as 0.00")
    assert undated(changed("one", lambda sheet: setattr(sheet, "title", "Sums"))) == "Sums\nSums A1: one"
    assert undated(changed("one", lambda sheet: setattr(sheet.column_dimensions["A"], "width", 40))) == undated(
        workbook("one", 2)
    )


def document(*lines: str, title: str = "", bold: str = "") -> bytes:
    made = docx.Document()
    made.core_properties.title = title
    for line in lines:
        made.add_paragraph(line).add_run(bold).bold = True
    made.add_table(1, 2).cell(0, 1).text = "7"
    made.sections[0].footer.paragraphs[0].text = "page"
    made.save(file := io.BytesIO())
    return file.getvalue()


def test_a_document_is_what_can_be_read_in_it() -> None:
    assert undated(document("one", title="A")) == undated(document("one", title="B")) == "one\n\t7\n\npage"
    assert undated(document("one", bold="two")).startswith("one**two**\n")
    assert undated(document("one", "two")) != undated(document("two", "one"))


def test_of_a_long_one_all_counts() -> None:
    one, other = (workbook("x" * 10_000 + end, 1) for end in "ab")
    assert undated(one) != undated(other)
    assert len(undated(one)) < 7_000
