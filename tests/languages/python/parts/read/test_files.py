"""What can't be read is said in words, by every reader."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from languages.python.parts.read.contacts import read_contacts
from languages.python.parts.read.documents import document_text, read_document
from languages.python.parts.read.events import read_events
from languages.python.parts.read.files import CannotRead, _shortened
from languages.python.parts.read.jsons import read_json
from languages.python.parts.read.mails import read_mails
from languages.python.parts.read.ods import read_ods
from languages.python.parts.read.pdfs import read_pdf
from languages.python.parts.read.pictures import open_picture, taken_at
from languages.python.parts.read.subtitles import read_subtitles
from languages.python.parts.read.tables import read_table
from languages.python.parts.read.text import read_text
from languages.python.parts.read.tracks import read_track
from languages.python.parts.read.workbooks import read_workbook, sheets_of
from languages.python.parts.read.xmls import read_xml

READERS: list[Callable[[Any], Any]] = [
    *(read_text, read_table, read_workbook, read_ods, sheets_of, read_pdf, open_picture, taken_at, read_json, read_xml),
    *(read_events, read_contacts, read_mails, read_subtitles, read_track, read_document, document_text),
]


def zipped(*names: str) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name in names:
            archive.writestr(name, "application/vnd.oasis.opendocument.spreadsheet" if name == "mimetype" else "x")
    return buffer.getvalue()


def refused(read: Callable[[Any], Any], path: Path | str) -> str:
    with pytest.raises(CannotRead) as problem:
        read(path)
    return str(problem.value)


@pytest.mark.parametrize("read", READERS)
def test_every_reader_says_what_is_wrong_with_the_file(read: Callable[[Any], Any], folder: Path) -> None:
    (folder / "box").mkdir()
    assert refused(read, folder / "gone.dat") == "“gone.dat” isn't there."
    assert refused(read, "gone.dat") == "“gone.dat” isn't there."
    assert refused(read, folder / "box") == "“box” is a folder, not a file."
    assert refused(read, "a\0b") == "“a�b” is not a valid file name."
    assert refused(read, "n" * 300).startswith(f"“{'n' * 300}” can't be read: ")


@pytest.mark.parametrize("read", [reader for reader in READERS if reader is not read_text])
def test_every_reader_names_a_file_that_is_empty_or_something_else(read: Callable[[Any], Any], folder: Path) -> None:
    for content in (
        b"",
        b"%PDF-1.7 and so on" if read is not read_pdf else b"GIF89a",
        b"\0\1\2\3" * 50,
        b"x\xff\xfe" * 9,
    ):
        (folder / "odd.dat").write_bytes(content)
        if read is read_table and content.startswith(b"x"):
            continue
        assert "odd.dat" in refused(read, folder / "odd.dat")


def test_a_locked_file_is_told_with_what_to_do(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "a.txt").write_text("x")

    def locked(self: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_bytes", locked)
    assert refused(read_text, folder / "a.txt") == (
        "“a.txt” can't be opened. If another program has it open, close it there."
        " Otherwise you aren't allowed to read it."
    )


def test_a_broken_disk_is_told_with_what_the_system_says(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "a.txt").write_text("x")

    def broken(self: Path) -> bytes:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(Path, "read_bytes", broken)
    assert refused(read_text, folder / "a.txt") == "“a.txt” can't be read: Input/output error."

    def silent(self: Path) -> bytes:
        raise OSError("no words")

    monkeypatch.setattr(Path, "read_bytes", silent)
    assert refused(read_text, folder / "a.txt") == "“a.txt” can't be read: no words."


def test_a_relative_name_is_beside_the_program_or_else_where_it_was_started(folder: Path) -> None:
    Path("a.txt").write_text("elsewhere")
    assert read_text("a.txt") == "elsewhere"
    (folder / "a.txt").write_text("beside")
    assert read_text("a.txt") == "beside"
    assert read_text(Path("a.txt").absolute()) == "elsewhere"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"%PDF-1.4\n...", "“a.txt” can't be read here: it is a PDF."),
        (b"\x89PNG\r\n\x1a\n", "“a.txt” can't be read here: it is a picture."),
        (b"\xff\xd8\xff\xe0..JFIF", "“a.txt” can't be read here: it is a picture."),
        (b"GIF89a", "“a.txt” can't be read here: it is a picture."),
        (
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1...",
            "“a.txt” can't be read here: it is a file of an old Office program, or protected by a password.",
        ),
        (zipped("xl/workbook.xml"), "“a.txt” can't be read here: it is a workbook."),
        (zipped("mimetype", "content.xml"), "“a.txt” can't be read here: it is a workbook."),
        (zipped("photo.txt"), "“a.txt” can't be read here: it is a ZIP archive or an Office document."),
        (b"\x7fELF\2\1\1\0" + b"\0\1\2\3\4\5\6\x7f" * 20, "“a.txt” is not a text, or it is damaged."),
    ],
)
def test_what_is_no_text_is_named(folder: Path, content: bytes, said: str) -> None:
    (folder / "a.txt").write_bytes(content)
    assert refused(read_text, folder / "a.txt") == said
    assert refused(read_table, folder / "a.txt") == said


def test_what_is_shown_of_a_line_stays_short() -> None:
    assert _shortened("a\n b\t c ") == "a b c"
    assert _shortened("x" * 100) == "x" * 100
    assert _shortened("x" * 101) == "x" * 99 + "…"
