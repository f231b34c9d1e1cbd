"""Takes the pictures of the documentation from the real page: with the demo, and one with a stand-in for Ollama.

python -m tools.pictures docs/pictures
"""

from __future__ import annotations

import io
import re
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, FilePayload, Locator, Page, expect

from tests.fakes import bank
from tests.fakes.ollama_server import OllamaServer
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
    start,
    start_example,
    type_into,
    verdict,
    wait_for_run,
)

MOST = 1600
"""Pixels of a picture's height."""
FRAMES, SMALLER = 14, (800, 562)
"""Of the moving picture, and their size in pixels."""
SHOWN, WINDOW, WEAK, SMALL = "Where the money went", "A timer in a window", "Check password rules", "Split a bill"
JULY = """Date,Description,Category code,Paid out,Paid in,Balance
01 Jul 2025,FRESHWAY 0412 LEEDS,FD,42.10,,1204.11
"""
"""Next month's bank file, in which the columns are others."""


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
    with (
        OllamaServer(bank.replies) as model,
        tempfile.TemporaryDirectory() as home,
        served(Path(home, "home"), {"OLLAMA_HOST": model.url}) as page,
        chromium() as browser,
    ):
        _change(browser, page.opens, folder)


def _desktop(browser: Browser, address: str, folder: Path) -> None:
    with opened(browser, address, size=DESKTOP, color_scheme="light") as window:
        page = window.page
        expect(page.locator(".models-known")).to_be_attached()
        expect(page.locator("#cards .card").first).to_be_visible()
        _picture(page, folder / "start.png")
        _run(page, WEAK, "Not verified")
        _picture(page, folder / "unverified.png")
        _card(page, WINDOW)
        _until(page, "Verified")
        _keep(page, "Egg timer")
        see_form(page)
        frames = [page.screenshot()]
        _card(page, SHOWN)
        frames += _while_not(page, "Verified")
        _film(frames, folder / "wish.gif")
        _picture(page, folder / "verified.png")
        _card(page, SHOWN)
        page.locator(".assay-planted").wait_for(timeout=A_RUN)
        page.screenshot(path=folder / "log.png")
        _until(page, "Verified")
        _keep(page, "What we spend")
        see_form(page)
        see(page, "My programs")
        expect(page.locator("#shelf .tile")).to_have_count(2)
        _picture(page, folder / "shelf.png")
        page.get_by_role("button", name="Use: What we spend").click()
        page.wait_for_url(re.compile("run="))  # what opens the program takes away what lies on its slots
        _use(page, folder / "use.png")
        see(page, "History")
        expect(page.locator(".run").filter(has_text="Not verified")).to_be_visible()
        _picture(page, folder / "history.png")


def _keep(page: Page, name: str) -> None:
    """On the shelf, under this name."""
    see(page, "Take it")
    type_into(page.get_by_label("Its name among “My programs”"), name)
    page.get_by_role("button", name="Keep it", exact=True).click()
    expect(page.locator("#kept")).to_contain_text(name)


def _use(page: Page, path: Path) -> None:
    """Used with next month's file, as far as to the question whether that is right."""
    july = FilePayload(name="statement-july.csv", mimeType="text/csv", buffer=JULY.encode())
    page.locator("#slot-1 input[type=file]").set_input_files(july)
    expect(page.locator("#slot-1")).to_contain_text("statement-july")
    page.get_by_role("button", name="Start it", exact=True).click()
    expect(page.get_by_label("What you type")).to_be_visible(timeout=A_RUN)
    page.get_by_role("button", name="Nothing more to type").click()
    offer = page.locator("#fixing")
    expect(offer).to_contain_text("it can be fixed", timeout=A_RUN)
    offer.scroll_into_view_if_needed()
    page.screenshot(path=path)


def _change(browser: Browser, address: str, folder: Path) -> None:
    """While a program is changed, the version before it is in use."""
    with opened(browser, address, size=DESKTOP, color_scheme="light") as window:
        page = window.page
        july = FilePayload(name="bank.csv", mimeType="text/csv", buffer=bank.JULY.encode())
        page.locator("#files input[type=file]").set_input_files(july)
        start(page, bank.TASK, "tiny")
        verdict(page)
        type_into(page.get_by_label("What should be different?"), bank.WAITING)
        page.get_by_role("button", name="Change it like this").click()
        expect(page.locator("#present")).to_contain_text("version 1")
        page.get_by_role("button", name="Start it", exact=True).click()
        expect(page.locator("#started")).to_contain_text("rent", timeout=A_RUN)
        _picture(page, folder / "change.png")
        page.get_by_role("button", name="Stop", exact=True).click()
        verdict(page)


def _phone(browser: Browser, address: str, folder: Path) -> None:
    with opened(browser, address, color_scheme="dark") as window:
        page = window.page
        page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        _run(page, SMALL, "Verified")
        page.locator("#asked").scroll_into_view_if_needed()
        page.screenshot(path=folder / "phone-dark.png")


def _run(page: Page, task: str, verdict: str) -> None:
    start_example(page, task)
    _until(page, verdict)


def _card(page: Page, title: str) -> None:
    """Have one of the cards made, and wait until its run is shown."""
    see_form(page)
    page.get_by_role("button", name=f"Watch it being made: {title}").click()
    wait_for_run(page)


def _until(page: Page, verdict: str) -> None:
    expect(_badge(page, verdict)).to_be_visible(timeout=A_RUN)


def _badge(page: Page, verdict: str) -> Locator:
    return page.locator(".assay-badge").filter(has_text=re.compile(rf"(^|\s){verdict}$"))


def _while_not(page: Page, verdict: str) -> list[bytes]:
    """What is seen every two seconds until the run has this verdict, and then."""
    seen = []
    while not _badge(page, verdict).is_visible():
        seen.append(page.screenshot())
        page.wait_for_timeout(2_000)
    page.wait_for_timeout(1_000)  # the seal falls
    return [*seen, page.screenshot()]


def _film(frames: list[bytes], path: Path) -> None:
    """A moving picture of at most `FRAMES`, the first and the last of which stay longer."""
    last = len(frames) - 1
    places = sorted({round(number * last / (FRAMES - 1)) for number in range(FRAMES)})
    drawn = [Image.open(io.BytesIO(frames[place])).convert("RGB").resize(SMALLER) for place in places]
    times = [2_500, *[700] * (len(drawn) - 2), 4_000]
    drawn[0].save(path, save_all=True, append_images=drawn[1:], duration=times, loop=0, optimize=True)


def _picture(page: Page, path: Path) -> None:
    """What is at the top: of a long page nobody looks at more."""
    height = min(MOST, page.evaluate("document.documentElement.scrollHeight"))
    page.screenshot(path=path, full_page=True, clip={"x": 0, "y": 0, "width": DESKTOP[0], "height": height})


if __name__ == "__main__":
    main(sys.argv[1])
