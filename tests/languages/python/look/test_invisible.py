"""What nobody sees in a text is named and made visible."""

from __future__ import annotations

from pathlib import Path

import pytest

from languages.python.look.invisible import visible
from languages.python.look.texts import text
from wording import printable


@pytest.mark.parametrize("hidden", "\ufeff\u200e\u200f\u202f\xa0\u200b\u2060\xad\u202e\u2066\u2028\x0c\x85\ue000\u3000")
def test_each_is_shown_by_its_number_and_named_once(tmp_path: Path, hidden: str) -> None:
    path = tmp_path / "a.txt"
    path.write_text(f"plain\n1{hidden}000{hidden} EUR\n", encoding="utf-8")
    number = f"U+{ord(hidden):04X}"
    excerpt = text(path)[1]
    assert excerpt.endswith(f" 2 in all, first in line 2 ...]\nplain\n1<{number}>000<{number}> EUR")
    assert excerpt.startswith(f"[... invisible: {number} ")
    assert printable(excerpt) == excerpt


def test_what_can_be_seen_stays_as_it_is() -> None:
    for line in ("a\tb c", "👩‍👧 نعم ½", ""):
        assert visible(line) == line


def test_letters_of_two_characters_are_named(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("Zoe\u0308\n", encoding="utf-8")
    assert text(path)[1] == "[... invisible: U+0308 combining diaeresis, 1 in all, first in line 1 ...]\nZoe\u0308"


def test_how_lines_end_is_said(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"a \r\nb\r\nc\rd")
    assert text(path)[1].splitlines() == [
        "[... lines end in CRLF, CR ...]",
        "[... blanks before a line ends: 1, first in line 1 ...]",
        "[... no line end after the last line ...]",
        *("a ", "b", "c", "d"),
    ]
    path.write_bytes(b"a\rb\r")
    sort, excerpt = text(path)
    assert sort["with"]["part3"]["with"] == {"ending": "CR"}
    assert excerpt == "a\nb"


def test_lines_between_that_begin_otherwise_are_shown(tmp_path: Path) -> None:
    lines = [f"2025-03-{day:02} 08:00:{day} INFO started" for day in range(1, 29)] * 8
    lines[70:72] = ["    at main.py:12", "ValueError: no such day"]
    path = tmp_path / "a.log"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    shown = text(path)[1].splitlines()
    assert shown[40:44] == [
        "[... 179 lines left out here ...]",
        "line 71, unlike those shown:     at main.py:12",
        "line 72, unlike those shown: ValueError: no such day",
        lines[-3],
    ]
