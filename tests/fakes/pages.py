"""The page in a process of its own, and a Chromium that watches what it does."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, expect, sync_playwright
from tenacity import retry, retry_if_exception_type, stop_after_attempt

from agent.events import Event, RunStarted
from storage.store import NO_INPUTS, Store
from tests.fakes.command_line import ROOT, CommandLine
from tests.fakes.waiting import SECONDS

# The shell without windows draws the same in two thirds of the processor time.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = next(filter(None, map(shutil.which, BROWSERS)), None)
needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium")

LEAVING = ("signal is aborted without reason", "Connection errored out")
"""What Gradio's client says where a page is left while an answer is under way, which no test can rule out."""

A_RUN = 480_000
"""How long a whole run may take on a busy machine, in milliseconds."""

STARTING = 60_000
"""How long the page may take to be there on a busy machine, in milliseconds."""

# What Gradio's list says on a slow computer when one of its choices is taken away; the list is right afterwards.
OF_GRADIO = "Cannot read properties of undefined (reading '0')"

WIDER = """document.documentElement.scrollWidth > innerWidth
  || [...document.querySelectorAll('.run, .tile, .missing, .assay-verdict')].some((one) => one.getBoundingClientRect().right > innerWidth)"""  # noqa: E501
"""Whether something sticks out at a side; what doesn't scroll there may be cut off."""

AXE = """(within) => {
  const ends = (one) => Number.isFinite(one.effect?.getComputedTiming().endTime);
  for (const one of document.getAnimations().filter(ends)) one.finish();
  return axe.run(within, {
    resultTypes: ['violations'],
    preload: false,
    rules: Object.fromEntries(axe._audit.rules
      .filter((one) => ['minor', 'moderate'].includes(one.impact))
      .map((one) => [one.id, {enabled: false}])),
  });
}"""
"""What axe finds once all has faded in, by the rules that can find something serious: the impact of a rule is that of
all its findings. What would be loaded beforehand serves none of them."""

OF_EVIDENCE = ("What is known", "Attempts", "Log")
"""The tabs inside of that one."""

DESKTOP, PHONE = (1280, 900), (390, 844)
"""Sizes of windows, in pixels."""


@dataclass(frozen=True, slots=True)
class Served:
    """A page that is being served, with its data in `home`, by the process `pid`."""

    address: str
    home: Path
    pid: int
    token: str = ""

    @property
    def opens(self) -> str:
        """What opens it in a browser."""
        return f"{self.address}?token={self.token}" if self.token else self.address

    @property
    def headers(self) -> dict[str, str]:
        """What a program sends along."""
        return {"Authorization": f"Bearer {self.token}"}


@contextmanager
def served(home: Path, environment: Mapping[str, str] | None = None, *arguments: str) -> Iterator[Served]:
    """The page with its data in `home`, until the block ends."""
    home.parent.mkdir(parents=True, exist_ok=True)
    with CommandLine(home, environment).start("--no-browser", *arguments) as process:
        try:
            address, token = _address(process)
            yield Served(address, home, process.pid, token)
        finally:
            process.terminate()
            process.communicate(timeout=SECONDS)
    assert unknown_to_uninstall(home) == []


def unknown_to_uninstall(home: Path) -> list[str]:
    """What lies in a data folder and isn't in the list by which it is removed."""
    lines = (ROOT / "installers/lib/kept.txt").read_text(encoding="utf-8").splitlines()
    known = [line.split()[1] for line in lines if not line.startswith(";")]
    return [path.name for path in home.iterdir() if not any(fnmatchcase(path.name, pattern) for pattern in known)]


def _address(process: subprocess.Popen[str]) -> tuple[str, str]:
    assert process.stdout
    for line in process.stdout:
        if found := re.search(r"Assay is at (http://[^ ?]+/)(?:\?token=(\S+))?", line):
            return found[1], found[2] or ""
    raise AssertionError(process.stderr and process.stderr.read())


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser without a window."""
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        expect.set_options(STARTING)
        yield started
        started.close()


@dataclass(slots=True)
class Window:
    """An open page, what it complained of, and whether nothing was done with it since it was opened."""

    page: Page
    complaints: list[str] = field(default_factory=list)
    fresh: bool = True

    def with_form(self, address: str) -> Page:
        """The page at `address` with its form, loaded anew unless it was just opened there."""
        if not self.fresh:
            self.page.goto(address)
            expect(self.page.locator("button#run")).to_be_visible()
        self.fresh = False
        return self.page


@contextmanager
def opened(browser: Browser, address: str, size: tuple[int, int] = DESKTOP, **options: Any) -> Iterator[Window]:
    """The page in a window of its own, which may begin with its token. At the end nothing may have been complained of,
    nor asked of other servers."""
    base = address.partition("?")[0]
    # What turns while a run goes on is drawn anew all the time, which without a graphics card costs processor time.
    still: dict[str, Any] = {"reduced_motion": "reduce", "viewport": {"width": size[0], "height": size[1]}}
    with browser.new_context(base_url=base, **still, **options) as context:
        context.set_default_timeout(STARTING)
        window = Window(context.new_page())
        watch(window, base)
        window.page.goto(address)
        expect(window.page.get_by_role("tab", name="Settings")).to_be_visible()
        expect(window.page.locator("button#run")).to_be_visible()
        yield window
        assert window.complaints == [], window.complaints


def watch(window: Window, *addresses: str) -> None:
    """Write down what is said on the console, and each request that goes to none of the `addresses`."""
    own = (*addresses, "data:", "blob:", "file:")
    complaints = window.complaints
    window.page.on("console", lambda message: complaints.extend(_errors(message)))
    window.page.on("pageerror", lambda error: complaints.extend(_complaints(str(error))))
    window.page.on("request", lambda asked: complaints.extend(() if asked.url.startswith(own) else [asked.url]))


def _errors(message: ConsoleMessage) -> list[str]:
    return _complaints(f"{message.text} {message.location['url']}") if message.type == "error" else []


def _complaints(text: str) -> list[str]:
    return [] if text.startswith(OF_GRADIO) or any(said in text for said in LEAVING) else [text]


def problems(page: Page, within: str = "html") -> list[str]:
    """What axe finds serious or worse `within` the page, with the place, and the page being wider than the window."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(Axe().axe_script)
    found = page.evaluate(AXE, within)["violations"]
    serious = [one for one in found if one["impact"] in ("serious", "critical")]
    wide = ["wider than the window"] if page.evaluate(WIDER) else []
    return wide + [f"{one['id']}: {node['target']} {node['html'][:160]}" for one in serious for node in one["nodes"]]


def see(page: Page, tab: str) -> None:
    """Open a tab, wherever it is: in the row, in the menu of those that don't fit, or inside of another."""
    if tab == "Evidence" or tab in OF_EVIDENCE:
        _see(page, "Evidence")
        tab = OF_EVIDENCE[0] if tab == "Evidence" else tab
    _see(page, tab)


def _see(page: Page, tab: str) -> None:
    in_row = page.get_by_role("tab", name=tab, exact=True)
    in_menu = page.locator(".overflow-dropdown button", has_text=tab).last
    expect(in_row.or_(in_menu).first).to_be_attached()
    if in_row.count() == 0:
        page.get_by_role("button", name="More tabs").last.click()
        in_menu.click()
    else:
        _select(in_row)


# Gradio builds the row anew as parts of the page arrive, and a click on the old one is lost.
@retry(retry=retry_if_exception_type(AssertionError), stop=stop_after_attempt(5), reraise=True)
def _select(tab: Locator) -> None:
    tab.click()
    expect(tab).to_have_attribute("aria-selected", "true", timeout=5000)


def type_into(field: Locator, text: str) -> None:
    """As a person does: Gradio takes over what is filled in at once a moment later, and Enter would come before."""
    field.clear()
    field.press_sequentially(text)


def run_button(page: Page) -> Any:
    return page.get_by_role("button", name="Run", exact=True)


def see_form(page: Page) -> None:
    """Ask for another program, where a run is shown."""
    another = page.get_by_role("button", name="New program")
    expect(run_button(page).or_(another)).to_be_visible()
    if another.is_visible():
        another.click()
    expect(run_button(page)).to_be_visible()


def see_more_settings(page: Page, *folds: str) -> None:
    """Unfold what isn't asked for at first."""
    for name in ("More settings", *folds):
        page.get_by_role("button", name=re.compile(f"^{name}")).click()


def start_example(page: Page, title: str) -> None:
    """Have one of the demo's small programs made, and wait until the run is shown."""
    see_form(page)
    page.locator(".cards details").evaluate("(fold) => { fold.open = true; }")
    page.get_by_role("button", name=title).click()
    wait_for_run(page)


def wait_for_run(page: Page) -> None:
    """It is shown, and in the address."""
    page.wait_for_url(re.compile(r"\?(.*&)?run="))
    expect(page.locator("#steps .assay-steps, #asked .assay-badge").locator("visible=true").first).to_be_visible()


def start(page: Page, task: str = "", model: str = "") -> None:
    """Press Run and wait until the run is shown."""
    see_form(page)
    if task:
        page.get_by_label("What should the program do?").fill(task)
    if model:
        pick_model(page, model)
    expect(run_button(page)).to_be_enabled()
    run_button(page).click()
    wait_for_run(page)


def verdict(page: Page) -> str:
    """The word on the badge, once there is one."""
    badge = page.locator("#asked .assay-badge")
    badge.wait_for(timeout=A_RUN)
    return badge.inner_text()


def pick(page: Page, label: str, option: str) -> None:
    """Choose from a list by a part of the option's text."""
    page.get_by_label(label, exact=True).locator("visible=true").click()
    page.get_by_role("option", name=re.compile(re.escape(option))).first.click()


def pick_model(page: Page, option: str) -> None:
    """Choose in the chip by a part of the option's text, once it is there."""
    # What stands there until it is known what is there goes again, and has no value.
    wanted = page.locator("#model option:not([value=''])", has_text=option).first
    expect(wanted).to_be_attached()
    page.get_by_label("Model", exact=True).locator("visible=true").select_option(wanted.get_attribute("value"))


def see_settings(page: Page) -> None:
    """Open the settings and wait for what the doctor found; Gradio complains if the page is left before."""
    _see_findings(page)
    expect(page.locator("#findings")).to_contain_text("History", timeout=A_RUN)


# What Gradio shows again as a part of the page arrives may be the tab that was open before.
@retry(retry=retry_if_exception_type(AssertionError), stop=stop_after_attempt(5), reraise=True)
def _see_findings(page: Page) -> None:
    see(page, "Settings")
    expect(page.locator("#findings")).to_be_visible(timeout=5000)


def store_run(home: Path, *events: Event, inputs: Mapping[str, bytes] = NO_INPUTS) -> str:
    """A run in the history of the page that is served from `home`, with the files that it was given; returns its id."""
    with history(home) as store:
        return add_run(store, *events, inputs=inputs)


def history(home: Path) -> closing[Store]:
    """The history of the page that is served from `home`, until the block ends."""
    return closing(Store(f"sqlite:///{home / 'assay.db'}"))


def add_run(store: Store, *events: Event, inputs: Mapping[str, bytes] = NO_INPUTS) -> str:
    """A run in an opened history; returns its id."""
    run_id = store.create_run(next(event.request for event in events if isinstance(event, RunStarted)), inputs)
    store.claim(run_id)
    store.append(run_id, events)
    return run_id
