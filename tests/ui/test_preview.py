from __future__ import annotations

from dataclasses import replace

import pytest

from languages.outcome import AT_ONCE, MOST_PICTURE, FileOut, Outcome, Said, Start, Table
from ui.shelf.preview import NO_PREVIEW, Preview, preview_of

PNG = b"\x89PNG and so on"
TABLE = FileOut("sums.csv", 9, "new", tables=(Table("", (("who", "sum", "why", "more"), ("Ada", "3", "", "")) * 9),))
PICTURE = FileOut("chart.png", 9, "new", picture="drawn")
SHOWN = Start(said=(Said("Name? "), Said("Ada", typed=True), Said("\n\nHello\n")))


def seen(*files: FileOut, content: bytes = PNG) -> Preview:
    return preview_of(Outcome((SHOWN, Start(files=files)), (), {"drawn": content}))


def test_a_picture_tells_more_than_a_table_and_a_table_more_than_words() -> None:
    assert seen(TABLE, PICTURE).picture.startswith("data:image/png;base64,")
    assert [list(row) for row in seen(TABLE).rows[:2]] == [["who", "sum", "why"], ["Ada", "3", ""]]
    assert len(seen(TABLE).rows) == 5
    assert seen().lines == ["Name? Ada", "Hello"]
    assert preview_of(Outcome()) == NO_PREVIEW


def test_what_most_tells_of_it_is_shown_not_what_only_enter_brings() -> None:
    enter = Start(
        AT_ONCE, given=("q.txt",), said=(Said("Name? "), Said("", typed=True), Said("Type a name.")), own=True
    )
    played = replace(SHOWN, test="test_a", given=("q.txt",), own=True)
    assert preview_of(Outcome((enter, played), (), {})).lines == ["Name? Ada", "Hello"]


@pytest.mark.parametrize("content", [b"<svg onload=alert(1)>", b"", PNG + bytes(MOST_PICTURE)])
def test_what_is_no_picture_or_too_large_is_none(content: bytes) -> None:
    assert seen(PICTURE, content=content).picture == ""


def test_what_it_removed_is_no_picture_of_it() -> None:
    assert seen(FileOut("old.png", 9, "removed", picture="drawn")).picture == ""
