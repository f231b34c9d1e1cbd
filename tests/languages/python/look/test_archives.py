"""Archives, their names and their first files."""

from __future__ import annotations

import gzip
import io
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.languages.python.look.reading import seen

CARD = b"BEGIN:VCARD\nVERSION:3.0\nFN:Ada\nEND:VCARD\n"
FILES = {
    "a/Grüße.csv": b"Tag;Betrag\n1.2.;3,50\n",
    "a/more.csv": b"never shown",
    "me.vcf": CARD,
    "../out.txt": b"out",
    "b\\c.txt": b"",
    "u\u0308.txt": b"",
    "inside.zip": b"PK\3\4",
    "__MACOSX/._a": b"x",
}


UNMARKED = (
    "names not marked as UTF-8 x1: zipfile reads 'Gr├╝├ƒe.txt' (as cp437), metadata_encoding can be: utf-8 'Grüße.txt'"
)


def zipped(files: dict[str, bytes], unmarked: str = "") -> bytes:
    """A zip; the name `unmarked` isn't marked as UTF-8, as some systems write it."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name, (2025, 5, 9, 23, 58, 0)), content)
    data = bytearray(buffer.getvalue())
    for flags, name_at, head in ((6, 30, b"PK\3\4"), (8, 46, b"PK\1\2")):
        at = data.find(head)
        while unmarked and at >= 0:
            if data[at + name_at :].startswith(unmarked.encode()):
                data[at + flags + 1] &= ~8
            at = data.find(head, at + 1)
    return bytes(data)


def tarred(files: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as archive:
        for name, content in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
        link = tarfile.TarInfo("link")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(link)
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("name", "content", "line"),
    [
        ("a.zip", zipped(FILES), "a/Grüße.csv (21 bytes, 2025-05-09 23:58:00)"),
        ("a.zip", zipped(FILES), "names that lead out of the folder x1: '../out.txt'"),
        ("a.zip", zipped(FILES), "names with \\ in place of / x1: 'b\\\\c.txt'"),
        ("a.zip", zipped(FILES), "names with parts of letters (NFD, as a Mac writes them) x1: 'u\u0308.txt'"),
        ("a.zip", zipped(FILES), "files that a Mac adds x1: '__MACOSX/._a'"),
        ("a.zip", zipped(FILES), "archives in it x1: 'inside.zip'"),
        ("a.zip", zipped(FILES), "In it, 'a/Grüße.csv' begins:"),
        ("a.zip", zipped(FILES), "1.2.;3,50"),
        ("a.zip", zipped(FILES), "FN:Ada"),
        (
            "a.zip",
            zipped({"Grüße.txt": b"x"}, "Grüße.txt"),
            UNMARKED,
        ),
        ("a.cbz", zipped({f"{n}.png": b"" for n in range(50)}), "endings: .png x50"),
        ("a.tar.gz", tarred(FILES), "a/more.csv (11 bytes)"),
        ("a.tgz", tarred(FILES), "link (0 bytes, link)"),
        ("a.tgz", tarred(FILES), "In it, 'me.vcf' begins:"),
        ("me.vcf.gz", gzip.compress(CARD, mtime=0), "FN:Ada"),
    ],
)
def test_what_is_in_it_and_what_is_odd(tmp_path: Path, name: str, content: bytes, line: str) -> None:
    lines = seen(tmp_path, name, content)[1]
    assert line in lines
    assert "never shown" not in lines


def test_a_file_that_is_packed_to_fill_the_memory_is_read_in_part(tmp_path: Path) -> None:
    adds_up_as_a_tar = 1_795_700_029
    sort, lines = seen(tmp_path, "a.txt.gz", gzip.compress(b"x" * 100_000_000, mtime=adds_up_as_a_tar))
    assert sort == "one file, packed as .gz"
    assert len("\n".join(lines)) < 1_000


def test_what_python_would_unpack_all_at_once_is_only_named(tmp_path: Path) -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_BZIP2) as archive:
        archive.writestr(zipfile.ZipInfo("a.txt", (2025, 5, 9, 23, 58, 0)), b"never shown", zipfile.ZIP_BZIP2)
    assert seen(tmp_path, "a.zip", buffer.getvalue())[1] == ["a.txt (11 bytes, 2025-05-09 23:58:00)"]
