"""Pages that programs made, as documents for a frame."""

from __future__ import annotations

import pytest

from ui.base.framed import MOST_CHARACTERS, POLICY, framed, is_page

PNG = b"\x89PNG rest"


def test_a_page_has_its_pictures_in_it_and_its_rules_first_and_no_scripts() -> None:
    page = b"<html><script src='x.js'>evil()</script><img src=\"photos/a.png\"><IMG SRC='../b.png'><script>more()"
    shown, lost = framed("out/page.html", {"out/page.html": page, "out/photos/a.png": PNG, "b.png": b"no picture"})
    assert shown.index(POLICY) < shown.index("<html>")
    assert 'src="data:image/png;base64,iVBORyByZXN0"' in shown
    assert "SRC='../b.png'" in shown
    assert lost
    assert "evil" not in shown
    assert "more" not in shown


def test_what_is_too_large_is_not_shown() -> None:
    assert framed("a.htm", {"a.htm": b"x" * (MOST_CHARACTERS + 1)}) == ("", False)


@pytest.mark.parametrize(("name", "is_one"), [("a.HTML", True), ("b.htm", True), ("html", False), ("c.csv", False)])
def test_pages_are_known_by_their_names(name: str, is_one: bool) -> None:
    assert is_page(name) is is_one
