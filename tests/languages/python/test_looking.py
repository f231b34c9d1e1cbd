"""What is seen of a person's files, in the real sandbox; each sort is made with the library that its programs use."""

from __future__ import annotations

import io
import json
import sqlite3
import zipfile
from collections.abc import Mapping
from contextlib import closing
from dataclasses import replace
from datetime import date

import docx
import openpyxl
import pypdf
import pytest
from PIL import Image
from pydantic import TypeAdapter
from pypdf.generic import DecodedStreamObject, DictionaryObject, NameObject

from cancel import Cancel
from languages.files import from_sandbox
from languages.python.looking import look
from message import Sentence, Translatable
from sandbox.base import MEGABYTE, Job
from sandbox.registry import open_sandbox
from tests.fakes.specs import PYTHON
from tests.languages.python.look.test_opendocuments import SHEET, written
from translation import TONGUES, here, speaking

pytestmark = pytest.mark.docker

Look = tuple[str, str]


def workbook() -> bytes:
    book = openpyxl.Workbook()
    book.active.title = "Fees 2025"
    for row in [
        ["Name", "Paid"],
        ["Ada", 12.5],
        [],
        ["Bo", "007", date(2025, 5, 1)],
        *([["x"]] * 14),
        ["y", "1,50"],
        *([["x"]] * 15),
        ["Total", 99],
    ]:
        book.active.append(row)
    book.create_sheet("Old").sheet_state = "hidden"
    return saved(book)


def document() -> bytes:
    letter = docx.Document()
    dear = letter.add_paragraph("Dear ")
    for piece in ("[Par", "ents]"):
        dear.add_run(piece).bold = True
    dear.add_run(",")
    letter.sections[0].footer.paragraphs[0].text = "Class [Class]"
    letter.add_table(1, 2).rows[0].cells[1].text = "Signature"
    return saved(letter)


def saved(made: object) -> bytes:
    buffer = io.BytesIO()
    made.save(buffer)  # type: ignore[attr-defined]
    return buffer.getvalue()


def photo() -> bytes:
    buffer, exif = io.BytesIO(), Image.Exif()
    exif[0x010F], exif[0x0110] = "Canon", "EOS 5"
    exif.get_ifd(0x8769)[36867] = "2024:07:30 09:12:00"
    Image.new("RGB", (40, 30)).save(buffer, "JPEG", exif=exif)
    return buffer.getvalue()


def invoice() -> bytes:
    writer, content, font = pypdf.PdfWriter(), DecodedStreamObject(), DictionaryObject()
    content.set_data(b"BT /F1 12 Tf 20 100 Td (Total: EUR 230.50) Tj ET")
    page = writer.add_blank_page(200, 200)
    for name, value in (("Type", "Font"), ("Subtype", "Type1"), ("BaseFont", "Helvetica")):
        font[NameObject(f"/{name}")] = NameObject(f"/{value}")
    fonts = DictionaryObject({NameObject("/Font"): DictionaryObject({NameObject("/F1"): font})})
    page[NameObject("/Resources")], page[NameObject("/Contents")] = fonts, writer._add_object(content)
    buffer = io.BytesIO()
    writer.write(buffer)
    return buffer.getvalue()


def packed() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr(zipfile.ZipInfo("essay.txt", (2025, 5, 9, 23, 58, 0)), "mine")
    return buffer.getvalue()


def bomb() -> bytes:
    """An Excel workbook whose one sheet never ends."""
    buffer = io.BytesIO(workbook())
    with zipfile.ZipFile(buffer, "a", zipfile.ZIP_DEFLATED) as archive:
        rows = b"<row><c><v>1</v></c></row>" * MEGABYTE
        archive.writestr("xl/worksheets/sheet9.xml", b"<worksheet><sheetData>" + rows + b"</sheetData></worksheet>")
    data = buffer.getvalue()
    return data.replace(b"xl/worksheets/sheet1.xml", b"xl/worksheets/sheet0.xml").replace(
        b"xl/worksheets/sheet9.xml", b"xl/worksheets/sheet1.xml"
    )


def database() -> bytes:
    with closing(sqlite3.connect(":memory:")) as made:
        made.executescript("CREATE TABLE fees (paid); INSERT INTO fees VALUES ('12,50');")
        return made.serialize()


LONG = "x" * 1000
FILES = {
    "members 2025.xlsx": workbook(),
    "letter.docx": document(),
    "photo.JPG": photo(),
    "scan.pdf": invoice(),
    "essays.zip": packed(),
    "Kasse.csv": 'Tag;Text;Betrag\r\n1.2.;Bäcker, "Müller";-1,50 €\r\n'.encode("cp1252"),
    "list.csv": ("a,b\n" + "1,2\n" * 20 + "5,\n" + "1,2\n" * 9).encode("utf-8-sig"),
    "short.csv": ("a,b\n" + "1,2\n" * 29).encode(),
    "wide.txt": f"{LONG}\nend".encode("utf-16"),
    "people.json": b'[{"name": "Ada"}, {"name": "Bo", "age": 7}' + b" " * 200 + b"]\n",
    "tour.gpx": b'<trk><trkpt lat="48.1"/><trkpt lat="48.2"/></trk>' + b" " * 200,
    "shop.html": b"<title>Shop</title>" + b"\n" * 50,
    "北京.txt": "请在月底之前缴纳会费\n".encode("gb18030"),
    "old.xls": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(100),
    "plan.ods": written("spreadsheet", SHEET),
    "club.db": database(),
    "me.vcf": b"BEGIN:VCARD\nFN:Ada\nEND:VCARD\n",
    "empty.txt": b"",
    "film.mp4": b"\0\1\2\3" * 10,
    "broken.pdf": b"%PDF-1.4 and no more",
    "really.xlsx": b"%PDF-1.4",
    "-c": b"import os",
}


def seen(job: Job, files: Mapping[str, bytes], sandbox: str = "docker") -> dict[str, Look]:
    with closing(open_sandbox(replace(PYTHON, files=files), sandbox, None, print)) as opened:
        result = opened.run(job, Cancel())
    lines = map(json.loads, result.stdout.splitlines())
    read = TypeAdapter(Sentence).validate_python
    return {line["path"]: (read(line["sort"]), line["excerpt"]) for line in lines}


@pytest.fixture(scope="module")
def looks() -> dict[str, Look]:
    return seen(look(list(FILES)), FILES)


@pytest.mark.parametrize(
    ("path", "sort", "excerpt"),
    [
        (
            "letter.docx",
            "Word document, 1 paragraphs",
            "Dear **[Parents]**,\nrow of a table: ['', 'Signature']\nfooter: Class [",
        ),
        ("photo.JPG", "JPEG picture, 40 x 30 pixels", "date taken: 2024:07:30 09:12:00; camera: Canon EOS 5"),
        ("scan.pdf", "PDF, 1 page", "Total: EUR 230.50"),
        ("essays.zip", "zip of 1 entry", "essay.txt (4 bytes, 2025-05-09 23:58:00)"),
        (
            "Kasse.csv",
            "table, cp1252, delimiter ';', 3 columns, 2 filled rows with the first, lines end in CRLF",
            "-1,50 €",
        ),
        (
            "list.csv",
            "table, utf-8-sig, delimiter ',', 2 columns, 31 filled rows with the first, lines end in LF",
            "a,b\n",
        ),
        (
            "list.csv",
            "table, utf-8-sig",
            "1,2\n5,\n1,2",
        ),
        ("short.csv", "table, utf-8", "a,b\n" + "\n".join(["1,2"] * 29)),
        ("wide.txt", "text, utf-16, 2 lines", "x[... 800 more]\nend"),
        ("people.json", "JSON, utf-8, 1 line", '[].name: string 2/2 "Ada"'),
        ("tour.gpx", "XML, utf-8, 1 line", "trk/trkpt/@lat: 2/2"),
        ("shop.html", "HTML, utf-8, 50 lines", "title: Shop"),
        ("北京.txt", "text, gb18030", "请在月底之前缴纳会费"),
        ("old.xls", "an old Office file (.xls, .doc or .ppt)", "It can't be opened here: xlrd is missing."),
        ("me.vcf", "contacts (vCard), utf-8, 3 lines", "FN:Ada"),
        ("plan.ods", "OpenDocument spreadsheet, 1 sheet", "row 1: ['Paid in', 'x', 'x']"),
        ("club.db", "an SQLite database, 1 table", "table fees: 1 rows\n  paid (no type): str x1: 12,50"),
        ("empty.txt", "empty", ""),
        ("film.mp4", "binary", ""),
        ("broken.pdf", "a PDF, broken", "It can't be opened as .pdf: "),
        ("really.xlsx", "a PDF, broken", "It can't be opened as .xlsx: "),
        ("-c", "text, utf-8, 1 line", "import os"),
    ],
)
def test_each_sort_is_known(looks: dict[str, Look], path: str, sort: str, excerpt: str) -> None:
    assert looks[path][0].startswith(sort)
    assert excerpt in looks[path][1]


def test_what_a_file_is_can_be_said_in_other_languages_and_is_no_more_than_a_line(looks: dict[str, Look]) -> None:
    sort = from_sandbox(looks["wide.txt"][0])
    assert isinstance(sort, Translatable)
    with speaking(TONGUES["de"]):
        assert here().text(sort) == "Text, utf-16, 2 Zeilen"
    hostile = from_sandbox(Translatable("%(name)s", "", {"name": "a\nb" * 200}))
    assert hostile.startswith("a ba b")
    assert len(hostile) == 200
    assert from_sandbox(Translatable("a\n%(name)s", "", {"name": "b"})) == "a b"


def test_a_workbook_shows_its_sheets_and_how_they_begin_and_end(looks: dict[str, Look]) -> None:
    sort, excerpt = looks["members 2025.xlsx"]
    assert sort == "Excel workbook, 2 sheets"
    lines = excerpt.splitlines()
    assert lines[0] == "Sheet 'Fees 2025': 34 rows that aren't empty, 3 columns"
    assert lines[1] == "[... formats, each with its first cell: C4 'yyyy-mm-dd' ...]"
    assert "[... column Paid has only: '' (29), 12.5 (1), 007 (1), 1,50 (1), 99 (1) ...]" in lines
    assert "row 4: ['Bo', '007', '<date 2025-05-01 00:00:00>']" in lines
    assert lines[-3:] == [
        "row 34: ['x']",
        "row 35: ['Total', 99]",
        "Sheet 'Old' (hidden): 0 rows that aren't empty, 0 columns",
    ]
    assert "row 19: ['y', '1,50']" in lines, "they are short, so all are shown"


def test_where_a_library_is_missing_the_others_are_seen() -> None:
    job = look(["members 2025.xlsx", "me.vcf"])
    hidden = {**job.files, "_assay/openpyxl.py": b"raise ModuleNotFoundError(name='openpyxl')\n"}
    looks = seen(replace(job, files=hidden), FILES, "process")
    assert looks["members 2025.xlsx"] == ("a zip, or an Office file", "It can't be opened here: openpyxl is missing.")
    assert looks["me.vcf"][0] == "contacts (vCard), utf-8, 3 lines"


def test_a_file_that_takes_too_long_takes_nothing_from_the_others() -> None:
    job = look(["bomb.xlsx", "after.txt"])
    hasty = {path: script.replace(b"SECONDS = 8", b"SECONDS = 1") for path, script in job.files.items()}
    looks = seen(replace(job, files=hasty), {"bomb.xlsx": bomb(), "after.txt": b"still seen"})
    assert looks["bomb.xlsx"] == ("a zip, or an Office file", "To look at it took too long or too much memory.")
    assert looks["after.txt"] == ("text, utf-8, 1 line", "still seen")
