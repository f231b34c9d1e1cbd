"""A program is sent to somebody: one file with its name and how it was checked, and a line to write beside it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from languages.python.one_file.pyodide import ARCHIVE
from tests.fakes import one_files
from tests.fakes.pages import A_RUN, Served, needs_chromium, problems

pytestmark = [pytest.mark.docker, needs_chromium]
NAME = "Who owes whom"


def test_an_example_is_sent_as_one_file_that_its_receiver_starts(tab: Page, server: Served, tmp_path: Path) -> None:
    place = server.home / "browser"
    place.mkdir(exist_ok=True)
    if not (place / ARCHIVE).exists():
        (place / ARCHIVE).symlink_to(one_files.store() / ARCHIVE)
    tab.goto(server.address)
    tab.locator("[data-action='use:26_holiday']").click()
    tab.locator("#verdict").get_by_role("button", name="Send it").click()
    sent = tab.locator("#sent")
    expect(sent).to_contain_text(f"{NAME}.html")
    line = sent.locator("[data-part='line']")
    expect(line).to_have_text(re.compile(rf"^“{NAME}”\. .*Double-click the file.*Verified by Assay\."))
    expect(tab.get_by_label("With my files in it")).to_be_hidden()
    tab.context.grant_permissions(["clipboard-read", "clipboard-write"])
    sent.get_by_role("button", name="Copy").click()
    expect(sent.get_by_role("button", name="Copied")).to_be_visible()
    assert tab.evaluate("navigator.clipboard.readText()") == line.text_content().strip()  # type: ignore[union-attr]
    assert problems(tab) == []
    with tab.expect_download(timeout=A_RUN) as download:
        tab.get_by_role("button", name="Make the file").click()
    assert download.value.suggested_filename == f"{NAME}.html"
    download.value.save_as(tmp_path / "sent.html")
    expect(tab.locator("#made")).to_contain_text("The file is ready")
    tab.goto((tmp_path / "sent.html").as_uri())
    expect(tab.get_by_role("heading", name=NAME)).to_be_visible()
    expect(tab.locator("body")).to_contain_text("Verified")
    tab.get_by_role("button", name="Start").click()
    expect(tab.locator("body")).to_contain_text("Who was there?", timeout=A_RUN)
