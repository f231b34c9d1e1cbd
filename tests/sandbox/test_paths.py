"""What a file may be called on all systems, and what is written where."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandbox.errors import BadPath
from sandbox.paths import check_paths, is_portable, place_below

LEADING_OUT = ("/a", "../a", "a/../../b", "..", "\\a", "..\\a", "a\\..\\b", "C:a", "c:\\a", "\\\\server\\a", "//a/b")
UNUSABLE = (
    *("", ".", "a\\b", "a:b", "notes.txt:stream", "a\0b", "a\nb", "a\x7f", "a\x85b", "a\u2028b", "\ud800", "a/b\x1b"),
    *("con", "NUL", "a/aux.txt", "com1", "LPT9.csv", "com¹", "con .txt", "conin$", "prn.tar.gz"),
    *("a.", "a ", "a./b", "a /b", "what?", "a*b", "<a>", '"a"', "a|b", "x" * 241, "ä" * 121),
)
USABLE = (
    "a",
    "a/b",
    "Été/a b.txt",
    ".hidden",
    "console",
    "com",
    "com10",
    "a..b",
    "a...b",
    "x" * 240,
    "请/a",
    "-a",
    "~a",
)


@pytest.mark.parametrize("name", LEADING_OUT)
def test_no_name_leads_out(name: str, tmp_path: Path) -> None:
    with pytest.raises(BadPath, match="leads out of its folder") as refused:
        check_paths([name])
    assert refused.value.advice
    with pytest.raises(BadPath):
        place_below(tmp_path, name)


@pytest.mark.parametrize("name", UNUSABLE)
def test_no_name_is_one_on_some_systems_only(name: str) -> None:
    assert not is_portable(name)
    with pytest.raises(BadPath) as refused:
        check_paths([name])
    assert refused.value.message.isprintable()


def test_any_other_name_is_one(tmp_path: Path) -> None:
    check_paths(USABLE)
    assert [place_below(tmp_path, name) for name in USABLE] == [tmp_path / name for name in USABLE]


@pytest.mark.parametrize(
    ("one", "other"), [("a", "A"), ("é", "e\u0301"), ("É/x", "e\u0301/X"), ("ß", "ss"), ("a", "./a")]
)
def test_two_names_for_the_same_file_are_refused(one: str, other: str) -> None:
    check_paths([one, one])
    with pytest.raises(BadPath, match="Two files would be called"):
        check_paths([one, other])


def test_nothing_is_written_through_a_link_that_leads_out(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "out").mkdir()
    (tmp_path / "out/below").symlink_to(tmp_path / "home")
    (tmp_path / "out/file").symlink_to(tmp_path / "home/key")
    (tmp_path / "out/within").symlink_to(tmp_path / "out")
    for name in ("below/a", "file"):
        with pytest.raises(BadPath):
            place_below(tmp_path / "out", name)
    assert place_below(tmp_path / "out", "within/a").name == "a"
