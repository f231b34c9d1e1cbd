"""What programs need that are to be had as one HTML file: a Python for browsers, which is fetched once."""

from __future__ import annotations

from collections.abc import Iterator

from rich.filesize import decimal

from cancel import Cancel
from languages.one_file import NoOneFile
from languages.python.one_file import ONE_FILE
from message import say
from sandbox.base import Announce
from settings import Settings
from setup.doctor.finding import Finding


def examine_browser(settings: Settings) -> Iterator[Finding]:
    """Whether it is here."""
    if ONE_FILE.is_here(settings.browser_parts):
        yield Finding(ONE_FILE.title, "ok", say("Programs can be had as one HTML file that works in any browser."))
        return
    summary = say(
        "It isn't here yet; programs that are to be had as one HTML file need it (%(size)s).",
        size=decimal(ONE_FILE.size),
    )
    advice = say("python app.py doctor --fix fetches it; so does “Make it” on the page, the first time.")
    yield Finding(ONE_FILE.title, "optional", summary, advice, "not_fetched")


def fetch_for_browsers(settings: Settings, announce: Announce) -> str:
    """Bring it; return why that didn't go well, as a sentence; empty where it did."""
    try:
        ONE_FILE.fetch(settings.browser_parts, Cancel(), announce)
    except NoOneFile as problem:
        return problem.in_words
    return ""
