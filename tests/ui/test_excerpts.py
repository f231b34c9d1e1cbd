"""What our looks say in between of how a file begins is said in the reader's language."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import docx
import openpyxl
import pypdf
import pytest
from openpyxl.comments import Comment
from PIL import Image

from languages.python.look.columns import MOST
from languages.python.look.odd import MOST_ROWS
from languages.python.look.pdfs import MOST_PAGES
from languages.python.look.places import MOST_VALUES
from languages.python.look.readers import look_at
from tests.fakes.pseudo import LETTERS, outside, spoken
from ui.base.excerpts import excerpt_said

MAKER, TURNED, COPIED = 271, 274, 306  # tags of EXIF


def _lines(path: Path) -> None:
    path.write_text("\n".join(["1" * 900, *["2" * 90] * 30, "-", *["2" * 90] * 30]))


def _unseen(path: Path) -> None:
    path.write_text("1\u200b\u200e\xa0\u2060\u2061\u2062\u2063 \r\n2\n3", encoding="utf-8", newline="")


def _workbook(path: Path) -> None:
    book = openpyxl.Workbook()
    for number in range(50):
        book.active.append(["+" if number == 20 else number])
    book.create_sheet("42").sheet_state = "hidden"
    book.active.title = "41"
    book.save(path)


def _formulas(path: Path) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.append([1, "=1+1"])
    sheet["A1"].comment, sheet["A1"].number_format = Comment("3", "4"), "0%"
    sheet.merge_cells("A2:B2")
    sheet.row_dimensions[3].hidden = True
    book.save(path)


def _columns(path: Path) -> None:
    rows = ["1", *(f"{number % 3};{number}{'-' * (number % 2)}{';' * MOST}" for number in range(60))]
    rows.append(rows[1])
    path.write_text("\n".join([*rows, ""]))


def _ragged(path: Path) -> None:
    path.write_text("\n".join(["1;2", "1;2;3"] * 30 + [""]))


def _rows(path: Path) -> None:
    path.write_text("1;2\n" * (MOST_ROWS + 1))


def _numbers(path: Path) -> None:
    path.write_text(json.dumps([[number] for number in range(MOST_VALUES)]))


def _pages(path: Path) -> None:
    writer = pypdf.PdfWriter()
    for _ in range(MOST_PAGES + 1):
        writer.add_blank_page(9, 9)
    writer.pages[0].rotate(90)
    writer.write(path)


def _document(path: Path) -> None:
    made = docx.Document()
    made.add_table(1, 2)
    made.save(str(path))


def _photo(path: Path) -> None:
    exif = Image.Exif()
    exif[COPIED], exif[TURNED], exif[MAKER] = "2025:01:02", 6, "7"
    Image.new("RGB", (1, 1)).save(path, exif=exif)


def _picture(path: Path) -> None:
    Image.new("RGB", (1, 1)).save(path)


@pytest.mark.parametrize(
    ("name", "make"),
    [
        ("a.txt", _lines),
        ("a.csv", _lines),
        ("b.txt", _unseen),
        ("a.xlsx", _workbook),
        ("b.xlsx", _formulas),
        ("b.csv", _columns),
        ("c.csv", _ragged),
        ("d.csv", _rows),
        ("a.pdf", _pages),
        ("a.docx", _document),
        ("a.jpg", _photo),
        ("b.jpg", _picture),
    ],
)
def test_what_is_said_in_between_is_ours(
    name: str, make: Callable[[Path], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make(tmp_path / name)
    excerpt = look_at(tmp_path / name)[1]
    spoken(monkeypatch)
    said = excerpt_said(excerpt)
    assert LETTERS.search(excerpt)
    assert not LETTERS.search(outside(said)), said


@pytest.mark.parametrize(("name", "make", "count"), [("a.json", _numbers, 3), ("a.html", _lines, 3)])
def test_what_is_said_around_places_is_ours(
    name: str, make: Callable[[Path], None], count: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make(tmp_path / name)
    excerpt = look_at(tmp_path / name)[1]
    spoken(monkeypatch)
    notes = [line for line in excerpt_said(excerpt).splitlines() if line.endswith(("...]", "…]⟧"))]
    assert len(notes) == count
    assert all(note.startswith("⟦") for note in notes), notes


def test_a_letter_is_read_as_on_paper(tmp_path: Path) -> None:
    letter = docx.Document()
    paragraph = letter.add_paragraph("Dear ")
    paragraph.add_run("Ann").bold = True
    cells = letter.add_table(1, 2).rows[0].cells
    cells[0].text, cells[1].text = "Sum", "£5"
    letter.sections[0].header.paragraphs[0].text = "The club"
    letter.save(str(tmp_path / "a.docx"))
    excerpt = look_at(tmp_path / "a.docx")[1]
    shown = excerpt_said(excerpt, "letters/a.DOCX").splitlines()
    assert {"Dear Ann", "Sum  |  £5", "at the top of each page: The club"} <= set(shown)
    assert {"Dear **Ann**", "header: The club"} <= set(excerpt_said(excerpt, "a.md").splitlines())


def test_what_kept_a_look_from_a_file_is_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.xlsx").write_bytes(b"PK\3\4")
    spoken(monkeypatch)
    assert excerpt_said(look_at(tmp_path / "a.xlsx")[1]).startswith("⟦It can't be opened as .xlsx")


def test_the_files_own_words_stay() -> None:
    text = "row 5 of 6: [1]\nSheet music: 3 rows\n[... more]\nA camera"
    assert excerpt_said(text) == text
