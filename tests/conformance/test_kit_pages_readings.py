"""What the test kit reads on a page beside what is seen there: whatever, written otherwise, changes the picture."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from languages.python.runner._scenario.browser import SMALL, Browser
from languages.python.runner._scenario.opened import Opened
from tests.conformance.test_kit_pages import hand

__all__ = ["hand"]
WAYS = {
    "paragraph": "<p>{}</p>",
    "cell": "<table><tr><td>{}</td></tr></table>",
    "entry of a list": "<ul><li>{}</li></ul>",
    "button": "<button>{}</button>",
    "input": "<input value={}>",
    "password": "<input type=password value={}>",
    "placeholder": "<input placeholder={}>",
    "textarea": "<textarea>{}</textarea>",
    "chosen": "<select><option>{}</option><option>b</option></select>",
    "not chosen": "<select><option>b</option><option>{}</option></select>",
    "drawing": "<svg height=20 width=90><text y=15>{}</text></svg>",
    "words of a picture": "<img alt={}>",
    "tip": "<p title={}>tip</p>",
    "hidden": "<p hidden>{}</p>",
    "not displayed": "<p style='display:none'>{}</p>",
    "invisible": "<p style='visibility:hidden'>{}</p>",
    "seen through": "<p style='opacity:0'>{}</p>",
    "beside the page": "<p style='position:absolute;left:-9999px'>{}</p>",
    "of no height": "<div style='height:0;overflow:hidden'>{}</div>",
    "cut off": "<div style='height:20px;overflow:hidden'>a<p style='margin-top:60px'>{}</p></div>",
    "over what cuts off": "<div style='height:0;overflow:hidden'><p style='position:fixed;left:300px'>{}</p></div>",
    "out of it": "<div style='height:5px;overflow:hidden'><p style='position:absolute;left:300px'>{}</p></div>",
    "visible in what isn't": "<div style='visibility:hidden'>no<p style='visibility:visible'>{}</p></div>",
    "in what cuts it off": "<div style='height:5px;overflow:hidden;position:relative'>"
    "<p style='position:absolute;top:40px'>{}</p></div>",
    "folded": "<details><summary>more</summary>{}</details>",
    "unfolded": "<details open><summary>more</summary>{}</details>",
    "closed box": "<dialog>{}</dialog>",
    "paper only": "<p class=paper>{}</p>",
    "no help for readers": "<p aria-hidden=true>{}</p>",
    "added by its style": "<p class=before data-word={}>x</p>",
    "template": "<template>{}</template>",
    "script": "<script type=text/plain>{}</script>",
    "capitals": "<p style='text-transform:uppercase'>{}</p>",
}
STYLE = "<style>.paper{display:none}@media print{.paper{display:block}}.before::before{content:attr(data-word)}</style>"
UNREAD = {"words of a picture", "added by its style", "placeholder"}
"""What is seen and isn't read: it stands for something else, or names a field."""


def board(changed: str = "") -> str:
    """All of them, one written otherwise than the others."""
    words = {name: f"{'Olga' if name == changed else 'Alma'}{number}" for number, name in enumerate(WAYS)}
    parts = "".join(f"<div style='height:60px'>{WAYS[name].format(word)}</div>" for name, word in words.items())
    return f"<!doctype html><title>Board</title>{STYLE}{parts}"


def changing(page: Page) -> Iterator[str]:
    """The ways of which the picture is another one, when their word is."""
    page.set_content(board())
    before = page.screenshot(full_page=True, animations="disabled")
    for name in WAYS:
        page.set_content(board(name))
        if page.screenshot(full_page=True, animations="disabled") != before:
            yield name


@pytest.mark.skipif(shutil.which(SMALL) is None, reason="There is no browser.")
def test_what_is_seen_is_read_and_nothing_else(tmp_path: Path, hand: Any) -> None:
    (tmp_path / "board.html").write_text(board(), encoding="utf-8")
    browser = Browser()
    try:
        text = Opened(tmp_path, "board.html", browser.tab).text
    finally:
        browser.close()
    found = {int(number) for number in re.findall(r"(?i)alma(\d+)", text)}
    read = {name for number, name in enumerate(WAYS) if number in found}
    page = hand.new_page()
    seen = set(changing(page)) - UNREAD
    assert (sorted(read - seen), sorted(seen - read)) == ([], [])
    page.close()
