"""Texts in the encodings that people's programs write, most of them tables with few letters beyond ASCII."""

from __future__ import annotations

import io
import zlib
from pathlib import Path

import pytest
from PIL import Image

from languages.python.look.decoding import decoded
from languages.python.look.said import _

NAMES = {
    "German": "Möller Schröder Weiß Jäger Kühn",
    "French": "Hélène François Noël Benoît Gaëlle",
    "Polish": "Łukasz Żurek Kościelna Gęś Wójcik",
    "Czech": "Dvořák Růžička Černý Šťastný Beneš",
    "Turkish": "Yılmaz Şahin Çelik Öztürk Doğan",  # noqa: RUF001
    "Russian": "Иванов Петрова Москва Казань Счёт",
    "Greek": "Νίκος Κώστας Αθήνα Μαρία Γιώργος",
    "Hebrew": "ירושלים חשבונית משה שלום",
    "Arabic": "محمد فاطمة القاهرة خالد",
    "Japanese": "山田太郎 佐藤花子 東京都 カタカナ ください",
    "half-width": "ﾔﾏﾀﾞ ｻﾄｳ ﾌﾘｺﾐ ﾄｳｷｮｳ",
    "Chinese": "张伟 王芳 北京市 上海市 请在月底之前缴纳会费",
    "Taiwanese": "陳小明 林美麗 臺北市 高雄市 請在月底之前繳納會費",
    "Korean": "김철수 이영희 서울시 부산시 월말까지 회비를 납부해",
}


def table(language: str) -> str:
    """Of sixty rows ten are written with more than ASCII."""
    names = NAMES[language].split()
    rows = (f"{row};{names[row % len(names)] if row < 10 else 'Smith'};03.05.2025;{row},50" for row in range(60))
    return "\r\n".join(["Nr;Name;Date;Amount", *rows, ""])


@pytest.mark.parametrize(
    ("language", "encoding"),
    [
        *(("German", name) for name in ("latin-1", "cp1252", "cp850", "mac_roman", "utf-16-le", "utf-16-be", "utf-16")),
        *(("French", name) for name in ("latin-1", "cp850", "mac_roman")),
        *(("Polish", name) for name in ("cp1250", "iso8859_2", "cp852")),
        *(("Czech", name) for name in ("cp1250", "iso8859_2", "cp852")),
        *(("Turkish", name) for name in ("cp1254", "cp857")),
        *(("Russian", name) for name in ("cp1251", "koi8_r", "cp866", "iso8859_5", "utf-16-le")),
        *(("Greek", name) for name in ("cp1253", "iso8859_7", "cp737")),
        ("Hebrew", "cp1255"),
        ("Arabic", "cp1256"),
        *(("Japanese", name) for name in ("cp932", "euc_jp", "iso2022_jp", "utf-16-be", "utf-32", "utf-8-sig")),
        ("half-width", "cp932"),
        ("Chinese", "gb18030"),
        ("Taiwanese", "big5"),
        ("Korean", "cp949"),
    ],
)
def test_what_people_write_is_read_and_python_knows_the_encoding(tmp_path: Path, language: str, encoding: str) -> None:
    path = tmp_path / "list.csv"
    path.write_bytes(table(language).encode(encoding))
    found = decoded(path)
    assert found
    assert found[0] == table(language)
    name = found[1] if isinstance(found[1], str) else found[1]["with"]["name"]
    assert path.read_bytes().decode(name) == table(language)


@pytest.mark.parametrize(
    "text",
    [
        "muffin £1.20\r\ntea £0.80",
        "tea 1.20 £\r\n",
        "5 €;12 €\r\n",
        "€5\r\n€12",
        "12 m³;15 m³",
        "20 m²;30 m²",
        "1½ l; ¾ l",
        "4 °C",
        "Don\u2019t forget: it\u2019s Bob\u2019s book",
        "l\u2019eau; L\u2019eau; Baker\u2019s yeast",
        "1\xa0250,00 12\xa0345",
        "10 \xd7 20 cm",
        "vendredi 1er août",  # one letter, which others have, too
        "Loading…",
        "25 µg; 5\xa0kg",
        "“Yes”, he said \u2013 twice",
        "Österreich;5 Öl;2",
        "MÖBEL;KÖLN Örebro;Östersund",
    ],
)
def test_what_is_usual_on_windows_is_read_so_where_there_is_little_of_it(tmp_path: Path, text: str) -> None:
    path = tmp_path / "prices.txt"
    path.write_bytes(f"price list\r\n{text}\r\n".encode("cp1252"))
    found = decoded(path)
    assert found
    assert text in found[0], found


def test_a_guess_says_what_else_it_may_be(tmp_path: Path) -> None:
    path = tmp_path / "one.txt"
    path.write_bytes("Bjørn".encode("cp1252"))
    assert decoded(path) == ("Bjørn", _("%(name)s, or %(other)s", name="cp1252", other="cp1250"))


def test_utf_8_with_a_few_other_bytes_stays_utf_8(tmp_path: Path) -> None:
    path = tmp_path / "log.txt"
    path.write_bytes("Zoë, Müller, Größe\n".encode() * 10 + b"caf\xe9\n")
    found = decoded(path)
    assert found
    assert found[0].endswith("Größe\ncaf�\n")
    assert not isinstance(found[1], str)
    assert found[1]["say"] % found[1]["with"] == "utf-8, but for 1 byte that isn't"


def test_what_is_no_text_stays_none(tmp_path: Path) -> None:
    picture = io.BytesIO()
    Image.effect_noise((60, 60), 50).save(picture, "JPEG")
    path = tmp_path / "data"
    numbers = b"".join(number.to_bytes(4, "little") for number in range(500))
    for data in (
        picture.getvalue(),
        zlib.compress(bytes(range(256)) * 9),
        numbers,
        b"\0\1\2\3" * 10,
        b"a\0b",
        b"\0" * 64,
    ):
        path.write_bytes(data)
        assert decoded(path) is None, data[:20]


def test_utf_8_whose_lines_end_within_characters_stays_utf_8(tmp_path: Path) -> None:
    path = tmp_path / "folded.ics"
    path.write_bytes("Größe, Räume, Öl — Fuß".encode() + b"\nG\xc3\n \xb6\n")
    found = decoded(path)
    assert found
    assert found[0].startswith("Größe")


@pytest.mark.parametrize("text", ["りんご,120\r\nみかん,80", "東京;5\n大阪;3"])
def test_a_few_words_of_japanese_are_no_other_language(tmp_path: Path, text: str) -> None:
    path = tmp_path / "list.csv"
    path.write_bytes(text.encode("cp932"))
    found = decoded(path)
    assert found
    assert found[0] == text


def test_a_page_that_declares_latin_1_means_what_browsers_take_it_for(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_bytes('<meta charset="iso-8859-1"><p>Don\u2019t</p>'.encode("cp1252"))
    assert decoded(path) == ('<meta charset="iso-8859-1"><p>Don\u2019t</p>', "cp1252")
