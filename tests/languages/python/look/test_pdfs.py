"""PDFs: the fields of forms, every page, what is turned or locked."""

from __future__ import annotations

from pathlib import Path

import pypdf
from pypdf.generic import ArrayObject, DecodedStreamObject, DictionaryObject, FloatObject, NameObject, TextStringObject

from languages.python.look.pdfs import MOST_PAGES, pdf


def written(writer: pypdf.PdfWriter, *texts: str) -> None:
    """A page with these lines."""
    page, content = writer.add_blank_page(200, 200), DecodedStreamObject()
    lines = "".join(f"1 0 0 1 20 {180 - 12 * place} Tm ({text}) Tj " for place, text in enumerate(texts))
    content.set_data(f"BT /F1 10 Tf {lines}ET".encode())
    font = {"/Type": "/Font", "/Subtype": "/Type1", "/BaseFont": "/Helvetica"}
    fonts = DictionaryObject({NameObject("/F1"): named(font)})
    page[NameObject("/Resources")] = DictionaryObject({NameObject("/Font"): fonts})
    page[NameObject("/Contents")] = writer._add_object(content)


def named(values: dict[str, str]) -> DictionaryObject:
    return DictionaryObject({NameObject(key): NameObject(value) for key, value in values.items()})


def form(writer: pypdf.PdfWriter) -> None:
    """Its first page gets two fields."""
    name = named({"/FT": "/Tx"}) | {
        NameObject("/T"): TextStringObject("Name"),
        NameObject("/V"): TextStringObject("Ada"),
    }
    boxes = DictionaryObject({NameObject("/N"): named({"/Off": "/Off", "/Yes": "/Yes"})})
    saturday = named({"/FT": "/Btn", "/V": "/Yes"}) | {
        NameObject("/T"): TextStringObject("Saturday"),
        NameObject("/AP"): boxes,
    }
    fields = ArrayObject()
    for field in (name, saturday):
        whole = DictionaryObject(field | {NameObject("/Subtype"): NameObject("/Widget")})
        whole[NameObject("/Rect")] = ArrayObject(map(FloatObject, (0, 0, 9, 9)))
        fields.append(writer._add_object(whole))
    writer._root_object[NameObject("/AcroForm")] = DictionaryObject({NameObject("/Fields"): fields})


def test_every_page_begins_and_fields_come_first(tmp_path: Path) -> None:
    writer = pypdf.PdfWriter()
    written(writer, "Invoice 1", "Total 230,50")
    written(writer, "Terms")
    writer.add_blank_page(200, 200)
    writer.pages[1].rotate(90)
    form(writer)
    writer.write(tmp_path / "a.pdf")
    assert pdf(tmp_path / "a.pdf")[1].splitlines() == [
        "[... form field 'Name' (/Tx): 'Ada' ...]",
        "[... form field 'Saturday' (/Btn /Off /Yes): '/Yes' ...]",
        "[... page 1 of 3, 2 lines ...]",
        "Invoice 1",
        "Total 230,50",
        "[... page 2 of 3, 1 lines, turned by 90 degrees ...]",
        "Terms",
        "[... page 3 of 3, 0 lines ...]",
        "There is no text in it, only pictures.",
    ]


def test_of_many_pages_each_is_short_and_the_rest_is_said(tmp_path: Path) -> None:
    writer = pypdf.PdfWriter()
    for number in range(MOST_PAGES + 5):
        written(writer, f"Page {number}", "more " * 30)
    writer.write(tmp_path / "a.pdf")
    lines = pdf(tmp_path / "a.pdf")[1].splitlines()
    assert lines[:3] == [
        f"[... page 1 of {MOST_PAGES + 5}, 2 lines ...]",
        "Page 0",
        f"[... page 2 of {MOST_PAGES + 5}, 2 lines ...]",
    ]
    assert lines[-2:] == [f"Page {MOST_PAGES - 1}", "[... 5 pages left out here ...]"]


def test_what_is_encrypted_with_no_password_is_read(tmp_path: Path) -> None:
    for password in ("", "secret"):
        writer = pypdf.PdfWriter()
        written(writer, "Total")
        writer.encrypt(password, "owner", algorithm="RC4-128")
        writer.write(tmp_path / f"{password}.pdf")
    sort, excerpt = pdf(tmp_path / ".pdf")
    assert sort["with"]["part1"]["say"] == "encrypted, but with no password"
    assert excerpt == "Total"
    assert pdf(tmp_path / "secret.pdf")[0]["say"] == "PDF, locked with a password"
