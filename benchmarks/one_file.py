"""What one HTML file costs: `python -m benchmarks.one_file` prints a table in Markdown."""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser

from benchmarks.page import Measured
from languages.types import NO_NEEDS, Needs
from sandbox.registry import open_sandbox
from tests.fakes import one_files
from tests.fakes.pages import chromium
from tests.fakes.specs import PYTHON

TRIES = 5
GREETS = 'print("Hello", input("Your name? "))\n'
READS = "import openpyxl\nprint(openpyxl.__version__)\n"
WORKBOOKS = Needs(("openpyxl==3.1.5", "et-xmlfile==2.0.0"))


def main() -> None:
    print("| what | measured |\n| --- | ---: |")
    sandbox = open_sandbox(PYTHON, "process", None, lambda said: None)
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        for name, source, needs in (("nothing beside Python", GREETS, NO_NEEDS), ("openpyxl", READS, WORKBOOKS)):
            began = time.perf_counter()
            page = one_files.page_of(one_files.subject(source, needs=needs), sandbox)
            print(Measured(f"putting it together, with {name}", f"{time.perf_counter() - began:.1f} s"), flush=True)
            print(Measured("its size", f"{len(page) / 1e6:.1f} MB"))
            (path := Path(folder, "page.html")).write_bytes(page)
            for line in opening(path, browser):
                print(line, flush=True)
    sandbox.close()


def opening(path: Path, browser: Browser) -> Iterator[Measured]:
    """From the double-click until a program can be started, and from Start to what it shows first, in Chromium."""
    ready, shown = [], []
    for _ in range(TRIES):
        with browser.new_context() as context:
            page = context.new_page()
            began = time.perf_counter()
            page.goto(path.as_uri())
            page.get_by_text("Ready.").wait_for(timeout=120_000)
            ready.append(time.perf_counter() - began)
            began = time.perf_counter()
            page.get_by_role("button", name="Start").click()
            page.locator("#shown span").first.wait_for(timeout=120_000)
            shown.append(time.perf_counter() - began)
    yield Measured("opened from the disk until it is ready", f"{statistics.median(ready):.1f} s")
    yield Measured("from Start to what it shows first", f"{statistics.median(shown):.2f} s")


if __name__ == "__main__":
    main()
