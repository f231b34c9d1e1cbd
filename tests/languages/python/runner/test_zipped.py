"""Zips as tests write them."""

from __future__ import annotations

import io
import zipfile

import pytest

from languages.python.runner._scenario.zipped import MOST_ENTRIES, entries_of, says_the_same, zipped

ESSAYS = {"Ada/essay.txt": ("Once upon", "2025-05-09 21:00"), "Max/ä.txt": "Hello"}


def test_what_is_in_it_has_its_text_and_time() -> None:
    with zipfile.ZipFile(io.BytesIO(zipped(ESSAYS))) as archive:
        assert archive.read("Max/ä.txt") == b"Hello"
        assert archive.getinfo("Ada/essay.txt").date_time == (2025, 5, 9, 21, 0, 0)


def test_it_is_read_back_as_it_was_written() -> None:
    known = {**ESSAYS, "Max/ä.txt": ("Hello", "2025-01-01 12:00")}
    assert entries_of(zipped(known), 100) == known


@pytest.mark.parametrize("content", [b"no zip", zipped({"a.txt": 200 * "a"})], ids=["none", "long"])
def test_no_zip_and_one_of_long_texts_stay_as_they_are(content: bytes) -> None:
    assert entries_of(content, 100) is None


@pytest.mark.parametrize("said", [(), ("a",), ("a", "soon"), ("a", "1979-01-01 00:00"), 7])
def test_inputs_like_others_may_say_anything(said: object) -> None:
    assert entries_of(zipped({"a": said}), 100)


def test_there_are_limits() -> None:
    with pytest.raises(ValueError, match="more than"):
        zipped({str(number): "" for number in range(MOST_ENTRIES + 1)})


def test_documents_that_differ_in_their_date_alone_say_the_same() -> None:
    monday, tuesday = (zipped({"word/a.xml": "Hello", "docProps/core.xml": day}) for day in ("Monday", "Tuesday"))
    assert monday != tuesday
    assert says_the_same(monday, tuesday)
    assert says_the_same(b"a", b"a")
    assert not says_the_same(monday, zipped({"word/a.xml": "Hello!", "docProps/core.xml": "Monday"}))
    assert not any(says_the_same(monday, other) for other in (b"a", monday[:40], b"PK\x03\x04"))
