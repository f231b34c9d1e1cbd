"""Runs inside the sandbox: one odd answer in each field of the pages that a program makes."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .. import scenario
from .found import SCRIPT, SHOWS, Base, Found
from .kinds import ANSWERS
from .tried import PROGRAM, Desk, Untried

MOST_FIELDS, MOST_BUTTONS = 4, 2
WRITTEN = {"text", "number", "search", "tel", "email", "textarea", ""}
FELL = re.compile(r"A script of the page fell over.*?: (.*)", re.DOTALL)
NO_NUMBER = re.compile(r"(?<!\w)(?:NaN|-?Infinity)(?!\w)")
PAGE = (".html", ".htm")


def pages(base: Base) -> list[str]:
    """The pages that it left, which have a script: others take nothing that is typed."""
    scripts = (path for path in base.left if path.casefold().endswith(PAGE) and b"<script" in base.outcome.files[path])
    return [path for path in scripts if path.startswith(f"{PROGRAM}/")][:1]


def odd_fields(desk: Desk, base: Base, path: str) -> Iterator[Found]:
    """Each of `ANSWERS` in each field of that page, with a click on its first buttons after each. Raises `NoTime`, and
    `Untried` where no browser can be started."""
    browser = scenario.part("browser")
    if browser.missing():
        raise Untried
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        try:
            started = browser.Browser()
        except browser.Fallen:
            raise Untried from None
        try:
            for name, data in base.outcome.files.items():
                _write(Path(folder, name), data)
            yield from _typed(desk, Path(folder, PROGRAM), path.removeprefix(f"{PROGRAM}/"), started)
        except browser.Fallen:
            raise Untried from None
        finally:
            started.close()


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def _typed(desk: Desk, folder: Path, name: str, browser: Any) -> Iterator[Found]:
    opened = scenario.part("opened").Opened
    page = opened(folder, name, browser.tab)
    for label, kind in page.fields[:MOST_FIELDS]:
        if kind not in WRITTEN or not label:
            continue
        for attack, value in ANSWERS.items():
            desk.count()
            came = _came(page, label, value)
            if came:
                yield Found("field", attack, label, *came)
                page = opened(folder, name, browser.tab)
                break


def _came(page: Any, label: str, value: str) -> tuple[str, int, str] | None:
    """What comes of that value in the field, if it is a fault: a script falls over, or what is shown is no number."""
    before = len(NO_NUMBER.findall(page.text))
    try:
        page.type(label, value)
        for button in page.buttons[:MOST_BUTTONS]:
            page.click(button)
        shown = NO_NUMBER.findall(page.text)
    except AssertionError as problem:  # else it is nothing to type into, or to click
        fell = FELL.search(str(problem))
        return (SCRIPT, 0, fell[1][:300]) if fell else None
    return (SHOWS, 0, shown[-1]) if len(shown) > before else None
