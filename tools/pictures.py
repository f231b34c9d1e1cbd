"""Takes the pictures of the documentation from the real page, with the demo.

python -m tools.pictures docs/pictures
"""

from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.fakes.osv_server import osv_server
from tests.fakes.pages import (
    A_RUN,
    DESKTOP,
    PHONE,
    chromium,
    opened,
    see,
    see_form,
    served,
    start_example,
    wait_for_run,
)

MOST = 1600
"""Pixels of a picture's height."""
SHOWN, UNSAFE, WEAK = "Where the money went", "Find texts that occur twice", "Check password rules"


def main(target: str) -> None:
    """Run some of the demo's tasks and take a picture of what people look at."""
    folder = Path(target)
    folder.mkdir(parents=True, exist_ok=True)
    with (
        osv_server({}) as weaknesses,  # as where the network is
        tempfile.TemporaryDirectory() as home,
        served(Path(home, "home"), {"PIP_AUDIT_OSV_URL": weaknesses}) as page,
        chromium() as browser,
    ):
        _desktop(browser, page.opens, folder)
        _phone(browser, page.opens, folder)


def _desktop(browser: Browser, address: str, folder: Path) -> None:
    with opened(browser, address, size=DESKTOP, color_scheme="light") as window:
        page = window.page
        _picture(page, folder / "start.png")
        _run(page, WEAK, "Not verified")
        _picture(page, folder / "unverified.png")
        _run(page, UNSAFE, "Verified")
        see(page, "Attempts")
        _picture(page, folder / "attempts.png")
        _watch(page, SHOWN)
        page.screenshot(path=folder / "log.png")
        _until(page, "Verified")
        see(page, "Evidence")
        _picture(page, folder / "verified.png")
        see(page, "History")
        expect(page.locator(".run").filter(has_text="Not verified")).to_be_visible()
        _picture(page, folder / "history.png")


def _phone(browser: Browser, address: str, folder: Path) -> None:
    with opened(browser, address, size=PHONE, color_scheme="dark") as window:
        page = window.page
        _run(page, "Split a bill", "Verified")
        page.locator(".assay-verdict").first.scroll_into_view_if_needed()
        page.screenshot(path=folder / "phone-dark.png")


def _run(page: Page, task: str, verdict: str) -> None:
    start_example(page, task)
    _until(page, verdict)


def _watch(page: Page, title: str) -> None:
    """Start one of the cards, and wait until there is something to see."""
    see_form(page)
    page.get_by_role("button", name=title).click()
    wait_for_run(page)
    page.locator(".assay-planted").wait_for(timeout=A_RUN)


def _until(page: Page, verdict: str) -> None:
    expect(page.locator(".assay-badge").filter(has_text=re.compile(rf"(^|\s){verdict}$"))).to_be_visible(timeout=A_RUN)


def _picture(page: Page, path: Path) -> None:
    """What is at the top: of a long page nobody looks at more."""
    height = min(MOST, page.evaluate("document.documentElement.scrollHeight"))
    page.screenshot(path=path, full_page=True, clip={"x": 0, "y": 0, "width": DESKTOP[0], "height": height})


if __name__ == "__main__":
    main(sys.argv[1])
