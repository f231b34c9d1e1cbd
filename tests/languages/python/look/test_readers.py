"""Which reader gets a file: its ending may be wrong, or say nothing."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from languages.python.look.readers import BEGINNINGS, PLAIN, READERS
from tests.languages.python.look.reading import seen

PACKAGE = "languages.python.look"


@pytest.mark.parametrize(
    ("name", "content", "sort", "line"),
    [
        ("old.xls", b"\xd0\xcf\x11\xe0", "an old Office file", "It can't be opened here: xlrd is missing."),
        (
            "bank.xls",
            b"<html><table><tr><td>1</td></tr></table></html>",
            "HTML, utf-8",
            "<html><table><tr><td>1</td></tr></table></html>",
        ),
        ("bank.xls", b"Tag\tBetrag\n1.2.\t3,50\n", "text, utf-8, 2 lines", "1.2.\t3,50"),
        ("a.msg", b"\xd0\xcf\x11\xe0", "an old Office file", "It can't be opened here: extract_msg is missing."),
        ("IMG.HEIC", b"\0\0\0\x18ftypheic", "a HEIC picture", "It can't be opened here: pillow_heif is missing."),
        ("Info.plist", b"bplist00\xd1\0\0", "a binary property list (Apple)", ""),
        (
            "Info.plist",
            b"<?xml version='1.0'?><plist><dict/></plist>",
            "XML, utf-8",
            "<?xml version='1.0'?><plist><dict/></plist>",
        ),
        ("bank.xlsx", b"Tag;Betrag\n1.2.;3,50\n", "text, utf-8, 2 lines, broken", "1.2.;3,50"),
        ("film.srt", b"hello\n", "subtitles", "hello"),
        ("empty.ini", b"\n\n", "text, utf-8, 2 lines", ""),
        ("note.txt", b"From Ann on Monday 2025 to Bo\n", "text, utf-8, 1 line", "From Ann on Monday 2025 to Bo"),
        ("notes", b"12:30 tea\n", "text, utf-8, 1 line", "12:30 tea"),
    ],
)
def test_a_file_is_read_by_how_it_begins(tmp_path: Path, name: str, content: bytes, sort: str, line: str) -> None:
    said, lines = seen(tmp_path, name, content)
    assert said.startswith(sort)
    assert line in (lines or [""])


@pytest.mark.parametrize(
    "named", sorted({*(name for _, name in READERS.values()), *(name for _, name in BEGINNINGS), PLAIN[1]})
)
def test_each_reader_that_is_named_is_there(named: str) -> None:
    module, _, function = named.partition(".")
    assert callable(getattr(import_module(f"{PACKAGE}.{module}"), function))
