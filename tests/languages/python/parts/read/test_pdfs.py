"""PDFs, made by pypdf."""

from __future__ import annotations

import io
import logging
from pathlib import Path

import pypdf
import pytest
from pypdf.generic import DecodedStreamObject, DictionaryObject, NameObject

from languages.python.parts.read.files import CannotRead
from languages.python.parts.read.pdfs import read_pdf


def names(values: dict[str, str]) -> DictionaryObject:
    return DictionaryObject({NameObject(key): NameObject(value) for key, value in values.items()})


def page(writer: pypdf.PdfWriter, content: str) -> None:
    made, stream = writer.add_blank_page(200, 200), DecodedStreamObject()
    stream.set_data(content.encode())
    font = names({"/Type": "/Font", "/Subtype": "/Type1", "/BaseFont": "/Helvetica"})
    made[NameObject("/Resources")] = DictionaryObject(
        {NameObject("/Font"): DictionaryObject({NameObject("/F1"): font})}
    )
    made[NameObject("/Contents")] = writer._add_object(stream)


def said(text: str) -> str:
    return f"BT /F1 10 Tf 1 0 0 1 20 180 Tm ({text}) Tj ET"


SCAN = "q 100 0 0 100 0 0 cm 0 0 m 9 9 l S Q"


@pytest.fixture(autouse=True)
def _nothing_is_silent_yet() -> None:
    logging.getLogger("pypdf").setLevel(logging.NOTSET)


@pytest.fixture
def writer() -> pypdf.PdfWriter:
    return pypdf.PdfWriter()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "bill.pdf"


def test_each_page_is_a_text(writer: pypdf.PdfWriter, path: Path, told: list[str]) -> None:
    page(writer, said("Invoice 1"))
    writer.add_blank_page(200, 200)
    page(writer, said("Total 230,50"))
    page(writer, " \n")
    writer.write(path)
    assert read_pdf(path) == ["Invoice 1", "", "Total 230,50", ""]
    assert told == []


def test_scanned_pages_are_told(writer: pypdf.PdfWriter, path: Path, told: list[str]) -> None:
    for content in (said("Invoice 1"), SCAN, said("Terms"), SCAN):
        page(writer, content)
    writer.write(path)
    assert read_pdf(path) == ["Invoice 1", "", "Terms", ""]
    assert told == ["“bill.pdf” has pages without text, which may be scanned: 2, 4"]


def test_a_scan_is_told(writer: pypdf.PdfWriter, path: Path, told: list[str]) -> None:
    page(writer, SCAN)
    page(writer, SCAN)
    writer.write(path)
    assert read_pdf(path) == ["", ""]
    assert told == ["“bill.pdf” has no text that can be read. It may be scanned."]


@pytest.mark.parametrize("algorithm", ["RC4-128", "AES-256"])
def test_a_password_is_told_unless_it_is_only_against_changes(
    writer: pypdf.PdfWriter, path: Path, algorithm: str
) -> None:
    page(writer, said("Invoice 1"))
    writer.encrypt("", "owner", algorithm=algorithm)
    writer.write(path)
    assert read_pdf(path) == ["Invoice 1"]
    writer.encrypt("secret", algorithm=algorithm)
    writer.write(path)
    with pytest.raises(CannotRead, match=r"^“bill.pdf” is protected by a password. Save it without one\.$"):
        read_pdf(path)


def test_a_lock_that_can_not_be_opened_here_is_told_as_one(
    writer: pypdf.PdfWriter, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pypdf.errors import DependencyError

    page(writer, said("Invoice 1"))
    writer.write(path)

    def missing(*_given: object) -> None:
        raise DependencyError("cryptography>=3.1 is required for AES algorithm")

    monkeypatch.setattr(pypdf, "PdfReader", missing)
    with pytest.raises(CannotRead, match=r"^“bill.pdf” is protected by a password"):
        read_pdf(path)


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (b"", "“bill.pdf” is not a PDF."),
        (b"Invoice", "“bill.pdf” is not a PDF."),
        (b" " * 1024 + b"%PDF-1.7", "“bill.pdf” is not a PDF."),
        (b" " * 1020 + b"%PDF-1.7", "“bill.pdf” is not a PDF."),
        (b" " * 1019 + b"%PDF-1.7", "“bill.pdf” is damaged."),
        (b"%PDF-1.7 and nothing else", "“bill.pdf” is damaged."),
    ],
)
def test_what_is_no_pdf_is_told(path: Path, content: bytes, text: str, caplog: pytest.LogCaptureFixture) -> None:
    path.write_bytes(content)
    with pytest.raises(CannotRead) as problem:
        read_pdf(path)
    assert str(problem.value) == text
    assert caplog.text == ""


def test_something_before_its_beginning_harms_nothing(
    writer: pypdf.PdfWriter, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    page(writer, said("Invoice 1"))
    file = io.BytesIO()
    writer.write(file)
    path.write_bytes(b"\n" * 900 + file.getvalue())
    assert read_pdf(path) == ["Invoice 1"]
    assert caplog.text == ""


def test_a_damaged_page_hides_no_other(
    writer: pypdf.PdfWriter, path: Path, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    page(writer, said("Invoice 1"))
    page(writer, said("x"))
    writer.write(path)
    whole = pypdf.PageObject.extract_text

    def damaged(self: pypdf.PageObject) -> str:
        if self.page_number == 1:
            raise KeyError("/Font")
        return whole(self) + "\0 "

    monkeypatch.setattr(pypdf.PageObject, "extract_text", damaged)
    assert read_pdf(path) == ["Invoice 1", ""]
    assert told == ["“bill.pdf” has pages without text, which may be scanned: 2"]

    def unreadable(self: pypdf.PageObject) -> None:
        raise KeyError("/Contents")

    monkeypatch.setattr(pypdf.PageObject, "get_contents", unreadable)
    told.clear()
    assert read_pdf(path) == ["Invoice 1", ""]
    assert told == ["“bill.pdf” has pages without text, which may be scanned: 2"]
