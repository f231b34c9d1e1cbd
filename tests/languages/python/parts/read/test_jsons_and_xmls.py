"""JSON and XML, and what is nearly one of these."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from languages.python.parts.read.files import CannotRead
from languages.python.parts.read.jsons import read_json
from languages.python.parts.read.xmls import read_xml


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_json_is_read_in_its_encoding(path: Path, encoding: str) -> None:
    path.write_bytes('{"Größe": [1, 0.10, "Weiß", true, null]}'.encode(encoding))
    found = read_json(path)
    assert found == {"Größe": [1, Decimal("0.10"), "Weiß", True, None]}
    assert [type(value) for value in found["Größe"]] == [int, Decimal, str, bool, type(None)]
    assert str(found["Größe"][1]) == "0.10"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"a": NaN}', "“data” contains NaN, which is not a number to calculate with."),
        ("[-Infinity]", "“data” contains -Infinity, which is not a number to calculate with."),
        (
            '{"x": 1e99999999999999999999}',
            "“data” contains 1e99999999999999999999, which is not a number to calculate with.",
        ),
        ("", "“data” is empty."),
        (" \n", "“data” is empty."),
        ("[1,\n2,\n", "“data” is no JSON, or it is damaged in line 3."),
        ("Name;Price", "“data” is no JSON, or it is damaged in line 1."),
        ("9" * 5000, "“data” holds no readable JSON."),
        ("[" * 200_000, "“data” holds no readable JSON."),
    ],
)
def test_what_is_no_json_is_told(path: Path, text: str, said: str) -> None:
    path.write_text(text)
    with pytest.raises(CannotRead) as problem:
        read_json(path)
    assert str(problem.value) == said


@pytest.mark.parametrize(
    "content",
    [
        "<a><b>Größe</b></a>".encode(),
        "\ufeff<a><b>Größe</b></a>".encode(),
        '<?xml version="1.0" encoding="UTF-8"?>\n<a><b>Größe</b></a>'.encode(),
        '<?xml version="1.0" encoding="ISO-8859-1"?><a><b>Größe</b></a>'.encode("latin-1"),
        '<?xml version="1.0" encoding="windows-1252"?><a><b>Größe</b></a>'.encode("cp1252"),
        '<?xml version="1.0" encoding="UTF-16"?><a><b>Größe</b></a>'.encode("utf-16"),
        '<?xml version="1.0" encoding="UTF-8"?><a><b>Größe</b></a>'.encode("cp1252"),
        ' <?xml version="1.0"?><a><b>Größe</b></a>'.encode("cp1252"),
        '<?xml version="1.0" encoding="klingon"?><a><b>Größe</b></a>'.encode(),
        '<!DOCTYPE a SYSTEM "a.dtd"><a><b>Größe</b></a>'.encode(),
    ],
)
def test_xml_is_read_in_its_encoding(path: Path, content: bytes, told: list[str]) -> None:
    path.write_bytes(content)
    root = read_xml(path)
    assert (root.tag, root.findtext("b")) == ("a", "Größe")
    assert told == []


def test_japanese_xml_is_read(path: Path) -> None:
    path.write_bytes('<?xml version="1.0" encoding="Shift_JIS"?><a><b>山田太郎の東京都</b></a>'.encode("cp932"))
    assert read_xml(path).findtext("b") == "山田太郎の東京都"


def test_names_of_xml_have_their_spaces(path: Path) -> None:
    path.write_text('<x:a xmlns:x="urn:x"><b/></x:a>')
    assert [element.tag for element in read_xml(path).iter()] == ["{urn:x}a", "b"]


BOMB = '<!DOCTYPE a [<!ENTITY x "xxxxxxxxxx">]><a>&x;</a>'
FILE = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'
PARAMETER = '<!DOCTYPE a [<!ENTITY % x SYSTEM "http://localhost/x">]><a/>'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        *(
            (text, "“data” contains definitions (XML entities) that can do harm. It is not read.")
            for text in (BOMB, FILE, PARAMETER)
        ),
        ("", "“data” is no XML, or it is damaged in line 1."),
        ("<a>\n<b>\n</a>", "“data” is no XML, or it is damaged in line 3."),
        ("<x:a/>", "“data” is no XML, or it is damaged in line 1."),
        ("Name;Price", "“data” is no XML, or it is damaged in line 1."),
        ("<a>&nbsp;</a>", "“data” is no XML, or it is damaged in line 1."),
    ],
)
def test_what_is_no_xml_is_told(path: Path, text: str, said: str) -> None:
    path.write_text(text)
    with pytest.raises(CannotRead) as problem:
        read_xml(path)
    assert str(problem.value) == said


def test_entities_are_refused_in_any_encoding(path: Path) -> None:
    path.write_bytes(f"<!-- ö -->{BOMB}".encode("cp1252"))
    with pytest.raises(
        CannotRead, match=r"^“data” contains definitions \(XML entities\) that can do harm. It is not read\.$"
    ):
        read_xml(path)
    for encoding in ("utf-16", "utf-16-le", "cp037"):
        path.write_bytes(f'<?xml version="1.0" encoding="{encoding}"?>{BOMB}'.encode(encoding))
        with pytest.raises(CannotRead):
            read_xml(path)


def test_a_root_is_an_element(path: Path) -> None:
    path.write_text("<a n='1'>x</a>")
    root: Any = read_xml(path)
    assert (root.get("n"), root.text) == ("1", "x")
