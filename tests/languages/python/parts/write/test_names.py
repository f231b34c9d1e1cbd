"""A name of a file is one that every system takes."""

from __future__ import annotations

import re
from pathlib import PureWindowsPath

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from languages.python.parts.run import run
from languages.python.parts.write.names import _name_with_tail, safe_name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("report.csv", "report.csv"),
        ("Dr. Ada Müller", "Dr. Ada Müller"),
        ('12:30 why? "now" <a|b>*.txt', "12_30 why_ _now_ _a_b__.txt"),
        ("AC/DC\\live.txt", "AC_DC_live.txt"),
        ("../../etc/passwd", "_._.._etc_passwd"),
        ("  a \n\t b  ", "a b"),
        ("a. . .", "a"),
        ("", "_"),
        ("...", "_"),
        ("..", "_"),
        (".htaccess", "_htaccess"),
        ("~$open.xlsx", "_$open.xlsx"),
        ("con", "_con"),
        ("NUL.txt", "_NUL.txt"),
        ("Com1.tar.gz", "_Com1.tar.gz"),
        ("lpt³", "_lpt³"),
        ("CONIN$", "_CONIN$"),
        ("aux .txt", "_aux .txt"),
        ("COM10", "COM10"),
        ("console.txt", "console.txt"),
        ("a\x00b\x1fc\u2028d", "a_b c d"),
        ("a\ud83db", "a_b"),
        ("cod\u202egpj.exe", "cod_gpj.exe"),
        ("e\u0301te\u0301", "été"),
        ("👩\u200d🍳.png", "👩\u200d🍳.png"),
        ("x" * 121 + ".xlsx", "x" * 74 + "…" + "x" * 40 + ".xlsx"),
        ("ä" * 120 + ".xlsx", "ä" * 66 + "…" + "ä" * 40 + ".xlsx"),
        ("語" * 120 + ".xlsx", "語" * 30 + "…" + "語" * 40 + ".xlsx"),
        (f"{'x' * 120} 1,245.50.pdf", f"{'x' * 75}…{'x' * 31} 1,245.50.pdf"),
        ("x" * 120 + ". A long sentence", "x" * 79 + "…" + "x" * 23 + ". A long sentence"),
        ("x" * 120, "x" * 120),
    ],
)
def test_what_becomes_of(text: str, name: str) -> None:
    assert safe_name(text) == name


@given(st.text(alphabet=st.characters(), max_size=300))
@example("." * 300)
@example("\u0301" * 300)
@example("x" * 99 + "." + "y" * 20)
@example("CON" + " " * 200 + ".txt")
def test_every_system_takes_it(text: str) -> None:
    name = safe_name(text)
    assert 0 < len(name) <= 120
    assert len(name.encode()) <= 220
    assert not re.search(r'[\\/:*?"<>|\x00-\x1f\x7f]', name)
    assert name == name.strip()
    assert not name.startswith(".")
    assert not name.endswith(".")
    assert not PureWindowsPath(name).is_reserved()
    assert safe_name(name) == name


@pytest.mark.parametrize(
    ("name", "whole"),
    [
        ("a.csv", "a (2).csv"),
        ("a", "a (2)"),
        ("a.tar.gz", "a.tar (2).gz"),
        ("Dr. Ada", "Dr. Ada (2)"),
        ("x" * 116 + ".csv", "x" * 71 + "…" + "x" * 40 + " (2).csv"),
    ],
)
def test_more_is_added_to_a_name(name: str, whole: str) -> None:
    assert _name_with_tail(name, " (2)") == whole


def names_of_one_start(*texts: str) -> list[str]:
    """What the texts become in a start of the program."""
    names: list[str] = []
    run(lambda: names.extend(map(safe_name, texts)))
    return names


@pytest.mark.parametrize(
    ("texts", "names"),
    [
        (["a/b?", "a/b*", "a/b?", "a|b*"], ["a_b_", "a_b_ (2)", "a_b_", "a_b_ (3)"]),
        (
            ["x" * 80 + "1" + "x" * 120, "x" * 80 + "2" + "x" * 120],
            ["x" * 79 + "…" + "x" * 40, "x" * 75 + "…" + "x" * 40 + " (2)"],
        ),
        (["Maße", "MASSE", "e\u0301", "É"], ["Maße", "MASSE (2)", "é", "É (2)"]),
        (["a:", "a_ (2)", "a?"], ["a_", "a_ (2)", "a_ (3)"]),
        (["a?", "a_"], ["a_", "a_"]),
    ],
)
def test_two_texts_of_one_start_never_have_one_name(texts: list[str], names: list[str]) -> None:
    assert names_of_one_start(*texts) == names == names_of_one_start(*texts)


def test_without_a_start_a_name_is_its_own() -> None:
    """So tests of a function don't depend on each other."""
    names_of_one_start("a?")
    assert [safe_name("a?"), safe_name("a*")] == ["a_", "a_"]
