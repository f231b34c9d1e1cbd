"""Texts in the encodings that people's programs write."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from languages.python.parts.read import text
from languages.python.parts.read.files import CannotRead
from languages.python.parts.read.letters import _reading_cost
from languages.python.parts.read.text import _decoded, read_text

NAMES = {
    "German": "Möller Schröder Weiß Jäger Kühn",
    "French": "Hélène François Noël Benoît Gaëlle",
    "Spanish": "Peña Jiménez Muñoz Andrés Ramón",
    "Danish": "Sørensen Østergård Kjær Åse",
    "Portuguese": "João São Conceição Gonçalves Inês",
    "Polish": "Łukasz Żurek Kościelna Gęś Wójcik",
    "Czech": "Dvořák Růžička Černý Šťastný Beneš",
    "Turkish": "Yılmaz Şahin Çelik Öztürk Doğan",
    "Russian": "Иванов Петрова Москва Казань Счёт",
    "Ukrainian": "Київ Львів Їжак Ганна",
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
    return "\n".join(["Nr;Name;Date;Amount", *rows, ""])


@pytest.mark.parametrize(
    ("language", "encoding"),
    [
        *(("German", name) for name in ("latin-1", "cp1252", "cp850", "cp437", "mac_roman")),
        *(("German", name) for name in ("utf-16-le", "utf-16-be", "utf-16", "utf-32", "utf-32-le", "utf-32-be")),
        *(("French", name) for name in ("latin-1", "cp1252", "cp850", "cp437", "mac_roman")),
        *(("Spanish", name) for name in ("cp1252", "cp850", "cp437")),
        *(("Danish", name) for name in ("cp1252", "cp850")),
        *(("Portuguese", name) for name in ("cp1252", "cp850")),
        *(("Polish", name) for name in ("cp1250", "iso8859_2", "cp852")),
        *(("Czech", name) for name in ("cp1250", "iso8859_2", "cp852")),
        *(("Turkish", name) for name in ("cp1254", "cp857")),
        *(("Russian", name) for name in ("cp1251", "koi8_r", "cp866", "iso8859_5", "utf-16-le", "utf-8")),
        *(("Ukrainian", name) for name in ("cp1251", "koi8_u")),
        *(("Greek", name) for name in ("cp1253", "iso8859_7", "cp737")),
        ("Hebrew", "cp1255"),
        ("Arabic", "cp1256"),
        *(("Japanese", name) for name in ("cp932", "euc_jp", "iso2022_jp", "utf-16-be", "utf-16-le", "utf-8-sig")),
        ("half-width", "cp932"),
        *(("Chinese", name) for name in ("gb18030", "utf-16-le", "utf-16-be")),
        ("Taiwanese", "big5"),
        ("Korean", "cp949"),
    ],
)
@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_what_people_write_is_read(tmp_path: Path, language: str, encoding: str, ending: str, told: list[str]) -> None:
    path = tmp_path / "list.csv"
    path.write_bytes(table(language).replace("\n", ending).encode(encoding))
    assert read_text(path) == table(language)
    assert told == []


@pytest.mark.parametrize(
    "text",
    [
        "muffin £1.20\ntea £0.80",
        "tea 1.20 £\n",
        "5 €;12 €\n",
        "€5\n€12",
        "12 m³;15 m³",
        "20 m²;30 m²",
        "1½ l; ¾ l",
        "4 °C",
        "Don\u2019t forget: it\u2019s Bob\u2019s book",
        "l\u2019eau; L\u2019eau; Baker\u2019s yeast",
        "1\xa0250,00 12\xa0345",
        "10 \xd7 20 cm",
        "Loading…",
        "25 µg; 5\xa0kg",
        "“Yes”, he said \u2013 twice",
        "Österreich;5 Öl;2",
        "MÖBEL;KÖLN Örebro;Östersund",
        "Bjørn",
        "Ümit",
        "Zoë",
        "Crème brûlée",
        "ÀÉÎ",
        "• milk\n• eggs",
        "«Bonjour» § 5",
        "CRONO-BOX v2.1  Nº serie 00417",
        "n.º 5; Mª Pilar; D.ª Ana",
    ],
)
def test_what_is_usual_on_windows_is_read_so_where_there_is_little_of_it(tmp_path: Path, text: str) -> None:
    path = tmp_path / "prices.txt"
    path.write_bytes(f"price list\r\n{text}\r\n".encode("cp1252"))
    assert read_text(path).strip() == f"price list\n{text}".strip()


@pytest.mark.parametrize(
    "text", ["りんご,120\nみかん,80", "東京;5\n大阪;3", "りんご", "りんご,1\nみかん,8\nとうきょう,9"]
)
def test_a_few_words_of_japanese_are_no_other_language(text: str) -> None:
    assert _decoded(text.encode("cp932"), "a.csv") == text


def test_one_bad_byte_stays_one_and_is_told_with_its_line(tmp_path: Path, told: list[str]) -> None:
    path = tmp_path / "sales.csv"
    path.write_bytes("Date;Name\n1;Müller\n2;M".encode() + b"\xfc" + "ller;Größe\n3;Weiß\n".encode())
    assert read_text(path) == "Date;Name\n1;Müller\n2;M�ller;Größe\n3;Weiß\n"
    assert told == ["sales.csv, line 3 has characters that can't be read: “2;M�ller;Größe”"]


def test_one_bad_byte_beside_one_good_letter_is_utf_8(told: list[str]) -> None:
    assert _decoded(b"M\xc3\xbcller;M\xfcller", "a.csv") == "Müller;M�ller"
    assert _decoded("Müller;Möller".encode("cp1252"), "a.csv") == "Müller;Möller"
    assert told == ["a.csv, line 1 has characters that can't be read: “Müller;M�ller”"]


def test_a_text_that_ends_within_a_letter_has_the_rest(told: list[str]) -> None:
    assert _decoded("Größe\nMaß".encode()[:-1], "a.csv") == "Größe\nMa�"
    assert len(told) == 1


def test_of_many_bad_lines_the_first_are_shown_and_all_are_named(told: list[str]) -> None:
    _decoded("ääää\n".encode() + b"\xff\xc3\xa4\n" * 8, "a.csv")
    assert [text[:14] for text in told[:5]] == [f"a.csv, line {line} " for line in range(2, 7)]
    assert told[5:] == ["a.csv has more such lines: 7, 8, 9"]


def test_a_letter_that_stands_for_one_that_is_lost_is_no_fault_of_the_file(told: list[str]) -> None:
    assert _decoded("M�ller".encode(), "a.csv") == "M�ller"
    assert told == []


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252", "utf-16"])
def test_nul_bytes_are_left_out_and_told(encoding: str, told: list[str]) -> None:
    assert _decoded("Maß und Größe\nM\0üller und ein Ende\n".encode(encoding), "a.csv") == (
        "Maß und Größe\nMüller und ein Ende\n"
    )
    assert told == ["a.csv, line 2 has characters that can't be read: “M�üller und ein Ende”"]


def test_a_block_of_nul_bytes_at_the_end_hides_nothing(told: list[str]) -> None:
    assert _decoded(b"Date;Name\n1;Anna\n" * 20 + b"\0" * 4096, "a.csv") == "Date;Name\n1;Anna\n" * 20
    assert told[0].startswith("a.csv, line 41 has characters that can't be read: “��")
    assert _decoded("Müller;Größe\n".encode("cp1252") * 20 + b"\0" * 4096, "a.csv") == "Müller;Größe\n" * 20


def test_a_single_nul_makes_no_wide_letters(told: list[str]) -> None:
    assert _decoded(b"x\0yza, bcd", "a.csv") == "xyza, bcd"
    assert _decoded(b"abcdefghij\0lmnopqrstuvwxyz", "a") == "abcdefghijlmnopqrstuvwxyz"


def test_old_marks_of_an_end_and_colours_stay(told: list[str]) -> None:
    assert _decoded("Größe\r\n\x1a".encode("cp850"), "a") == "Größe\n\x1a"
    assert _decoded("Gr\x1b[1mün".encode("cp1252"), "a") == "Gr\x1b[1mün"
    assert _decoded("Größe\x07".encode("cp1252") + b"Weite und Breite" * 10, "a").startswith("Größe\x07")


def test_marks_at_the_beginning_are_no_part_of_the_text(told: list[str]) -> None:
    for mark in (b"\xef\xbb\xbf", b"\xef\xbb\xbf" * 2):
        assert _decoded(mark + b"Date", "a.csv") == "Date"
    for encoding in ("utf-16", "utf-32"):
        assert _decoded("Größe".encode(encoding), "a.csv") == "Größe"
    assert _decoded(b"\xfe\xff" + "Größe".encode("utf-16-be"), "a.csv") == "Größe"
    assert _decoded(b"\0\0\xfe\xff" + "Größe".encode("utf-32-be"), "a.csv") == "Größe"
    assert told == []


def test_half_a_wide_letter_is_told(told: list[str]) -> None:
    assert _decoded("ab\n".encode("utf-16") + b"c", "a.csv") == "ab\n�"
    assert told == ["a.csv, line 2 has characters that can't be read: “�”"]


def test_a_said_encoding_is_taken_unless_the_file_has_a_mark(tmp_path: Path, told: list[str]) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes("ё".encode("koi8_r"))
    assert read_text(path, "koi8_r") == "ё"
    assert read_text(path, encoding="cp1251") == "Ј"
    path.write_text("ё", encoding="utf-8-sig")
    assert read_text(path, "koi8_r") == "ё"
    path.write_bytes(b"a\x81b")
    assert told == []
    assert read_text(path, "cp1252") == "a�b"
    assert told == ["a.txt, line 1 has characters that can't be read: “a�b”"]
    with pytest.raises(ValueError, match=r"^There is no text encoding called “klingon”\.$"):
        read_text(path, "klingon")


def test_a_byte_that_is_no_letter_anywhere_spoils_no_others(told: list[str]) -> None:
    assert _decoded("Müller, Größe, Maß".encode("cp1252") + b"\n\x81", "a.txt") == "Müller, Größe, Maß\n�"
    assert told == ["a.txt, line 2 has characters that can't be read: “�”"]


def test_an_empty_file_is_an_empty_text(tmp_path: Path, told: list[str]) -> None:
    (tmp_path / "a.txt").touch()
    assert read_text(tmp_path / "a.txt") == ""
    assert told == []


@given(st.text(st.characters(codec="utf-8", exclude_categories=["Cc"], exclude_characters="\ufeff") | st.just("\n")))
def test_all_that_is_utf_8_comes_back(text: str) -> None:
    data = text.encode()
    if not data.startswith((b"%PDF-", b"GIF8")):
        assert _decoded(data, "a.txt") == text


@given(st.binary(max_size=60), st.sampled_from(["", "ascii", "cp932", "utf-16"]))
def test_no_bytes_crash_it(data: bytes, encoding: str) -> None:
    text = ""
    with suppress(CannotRead):
        text = _decoded(data, "a.txt", encoding)
    assert "\0" not in text
    assert "\r" not in text


@pytest.mark.parametrize(
    ("well", "badly"),
    [
        ("Möller", "MĂ¶ller"),
        ("Иванов", "иБЮМНБ"),
        ("£1.20", "Ł1.20"),
        ("12 m³", "12 mł"),
        ("1½", "1Ѕ"),
        ("Don’t", "Don´t"),
        ("naïve", "naпve"),
        ("été", "\x82t\x82"),
        ("4 °C", "4 Š C"),
        ("Straße", "Stra▀e"),
    ],
)
def test_what_is_wrong_costs_more(well: str, badly: str) -> None:
    assert _reading_cost(well) < _reading_cost(badly)


def test_a_text_without_such_letters_costs_nothing() -> None:
    assert _reading_cost("plain") == 0
    assert _reading_cost("ö") == 0
    assert _reading_cost("öß") == pytest.approx(0.3)
    assert _reading_cost("ö\x80") == pytest.approx(5.0)


@pytest.mark.parametrize(
    ("language", "written", "encoding"),
    [
        ("en", "Lip balm 4.50\nCrème 9\n", "cp1252"),  # as Central Europe reads it, a word as well: Crčme
        ("en-GB", "£3 naïve\n", "cp1252"),
        ("cs", "Crčme 9\n", "cp1250"),
        ("en", "Žluťoučký kůň\n", "cp1250"),  # so many letters tell more than the language
        ("de", "Größe 3\nÄpfel 4\n", "cp850"),
        ("ru", "ж\n", "cp1251"),
    ],
)
def test_few_letters_are_read_as_the_programs_language_writes_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str, written: str, encoding: str
) -> None:
    monkeypatch.setattr(text, "LANGUAGE", language)
    (tmp_path / "a.txt").write_bytes(written.encode(encoding))
    assert read_text(tmp_path / "a.txt") == written


def test_what_is_nowhere_written_so_costs_what_is_said_of_it() -> None:
    assert _reading_cost("öB") == 3, "a capital within a word"
    assert _reading_cost("☃") == 3, "a sign that no language needs"
    assert _reading_cost("5É") == 0, "a letter of a house, or of a row"


@pytest.mark.parametrize(
    ("controls", "length", "is_text"), [(3, 10, True), (4, 79, False), (4, 80, True), (4, 10, False), (5, 99, False)]
)
def test_a_few_controls_make_no_other_kind_of_file(controls: int, length: int, is_text: bool, told: list[str]) -> None:
    data = b"\x01a" * controls + b"b" * (length - 2 * controls)
    if is_text:
        assert _decoded(data, "a.txt") == data.decode()
    else:
        with pytest.raises(CannotRead, match=r"^“a.txt” "):
            _decoded(data, "a.txt")


def test_a_lost_letter_behind_a_mark_is_no_fault_of_the_file(told: list[str]) -> None:
    for encoding in ("utf-8-sig", "utf-16", "utf-32"):
        assert _decoded("M�ller".encode(encoding), "a.csv") == "M�ller"
    assert _decoded("M�ller".encode(), "a.csv", "utf-8") == "M�ller"
    assert told == []
