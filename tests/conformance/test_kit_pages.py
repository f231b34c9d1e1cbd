"""Each act of the test kit on a page beside the same act by Playwright, as a hand does it: both come to the same."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, sync_playwright

from languages.python.runner._scenario.browser import SMALL, Browser
from languages.python.runner._scenario.opened import Opened

BOARD = """<!doctype html><title>Board</title>
<label>Name <input id="name"></label> <label>Search <input id="search"></label>
<label for="notes">Notes</label> <textarea id="notes"></textarea>
<label>Month <select id="month"><option>May</option><option>June</option></select></label>
<label><input type="checkbox" id="fan"> Fan</label>
<button>Guest</button> <button>Guest +</button> <button>Guest \N{MINUS SIGN}</button>
<table><tr><td>Tea</td><td><button>Copy</button></td></tr><tr><td>Rum</td><td><button>Copy</button></td></tr></table>
<pre id="seen"></pre>
<script>
const seen = [];
const note = text => { seen.push(text); document.getElementById('seen').textContent = seen.join('\\n'); };
for (const one of document.querySelectorAll('button'))
  one.onclick = () => note(one.textContent + ' ' + (one.closest('tr')?.cells[0].textContent || ''));
for (const one of document.querySelectorAll('input, textarea, select')) {
  one.addEventListener('change', () => note(one.id + ' is ' + (one.type === 'checkbox' ? one.checked : one.value)));
  one.addEventListener('paste', event => note('pasted ' + event.clipboardData.getData('text').split('\\n').length));
}
document.getElementById('search').oninput = event => note('searched ' + event.target.value.length);
document.addEventListener('keydown', event => {
  if (event.key === 'Enter' || event.ctrlKey && event.key === 's') { event.preventDefault(); note('key ' + event.key); }
});
</script>"""
Act = Callable[[Any], Any]
ACTS: dict[str, tuple[Act, Act]] = {
    "a button": (lambda kit: kit.click("Guest +"), lambda page: page.get_by_role("button").nth(1).click()),
    "another sign": (lambda kit: kit.click("Guest -"), lambda page: page.get_by_role("button").nth(2).click()),
    "several words": (lambda kit: kit.click("Guest", "+"), lambda page: page.get_by_role("button").nth(1).click()),
    "its beginning": (lambda kit: kit.click("guest"), lambda page: page.get_by_role("button").nth(0).click()),
    "one of two": (
        lambda kit: kit.click("Copy", beside="Rum"),
        lambda page: page.get_by_role("button", name="Copy").nth(1).click(),
    ),
    "a box": (lambda kit: kit.click("Fan"), lambda page: page.get_by_label("Fan").click()),
    "a list": (lambda kit: kit.choose("Month", "June"), lambda page: page.get_by_label("Month").select_option("June")),
    "typing, Enter": (
        lambda kit: (kit.type("Notes", "Ada"), kit.press("Enter")),
        lambda page: (page.get_by_label("Notes").fill("Ada"), page.get_by_label("Notes").blur(), _press(page, "Enter")),
    ),
    "pasting": (lambda kit: kit.paste("Notes", "a\nb"), lambda page: _paste(page, "Notes", "a\nb")),
    "a shortcut": (lambda kit: kit.press("Ctrl+s"), lambda page: _press(page, "Control+s")),
}


def _press(page: Page, key: str) -> Any:
    """Whatever it gives, for an act is one expression."""
    return page.keyboard.press(key)


def _paste(page: Page, label: str, text: str) -> Any:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_label(label).click()
    page.evaluate("text => navigator.clipboard.writeText(text)", text)
    return _press(page, "Control+v")


@pytest.fixture(scope="module")
def hand() -> Iterator[Any]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which(SMALL), args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.mark.skipif(shutil.which(SMALL) is None, reason="There is no browser.")
@pytest.mark.parametrize("act", ACTS)
def test_an_act_comes_to_what_a_hand_does(act: str, tmp_path: Path, hand: Any) -> None:
    by_kit, by_hand = ACTS[act]
    (tmp_path / "board.html").write_text(BOARD, encoding="utf-8")
    browser = Browser()
    try:
        kit = Opened(tmp_path, "board.html", browser.tab)
        by_kit(kit)
        shown, held = kit.text, kit.values
    finally:
        browser.close()
    page = hand.new_page()
    page.goto((tmp_path / "board.html").as_uri())
    by_hand(page)
    lines = [line.strip() for line in page.inner_text("#seen").split("\n")]
    assert shown.endswith("\n".join(["Rum  Copy", *lines]))
    assert held["Notes"] == page.get_by_label("Notes").input_value()
    page.close()


SLIPS = """<!doctype html><title>Slips</title>
<style>
  .paper { display: none }
  @media print { .paper { display: block } button, .later { display: none } }
  @media only screen { .sheet { display: none } }
  @media (min-width: 10px) { .wide { display: inline } }
</style>
<button onclick="print()">Print</button>
<p class="later">Later</p>
<div class="paper">Ada <b class="wide">19.50</b></div> <p class="sheet">Bo 3.00</p> <p id="at">-</p>
<script>
addEventListener('beforeprint', () => { document.getElementById('at').textContent = 'printing'; });
addEventListener('afterprint', () => { document.getElementById('at').textContent = 'printed'; });
</script>"""


@pytest.mark.skipif(shutil.which(SMALL) is None, reason="There is no browser.")
@pytest.mark.parametrize("act", [lambda kit: kit.click("Print"), lambda kit: kit.press("Ctrl+P")])
def test_what_is_printed_is_what_stands_on_paper(act: Act, tmp_path: Path, hand: Any) -> None:
    (tmp_path / "slips.html").write_text(SLIPS, encoding="utf-8")
    browser = Browser()
    try:
        kit = Opened(tmp_path, "slips.html", browser.tab)
        before = kit.printed
        act(kit)
        printed, shown = kit.printed, kit.text
    finally:
        browser.close()
    page = hand.new_page()
    page.goto((tmp_path / "slips.html").as_uri())
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    assert (before, printed) == ("", "\n".join(filter(None, page.inner_text("body").split("\n"))))
    assert printed == "Ada 19.50\nBo 3.00\nprinting"
    assert shown == "Print\nLater\nprinted"
    page.close()
