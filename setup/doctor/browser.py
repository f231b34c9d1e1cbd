"""What programs need that are to be had as one HTML file: a Python for browsers, which is fetched once."""

from __future__ import annotations

from collections.abc import Iterator

from rich.filesize import decimal

from cancel import Cancel
from languages.one_file import NoOneFile, OneFile
from languages.registry import LANGUAGES
from message import say
from sandbox.base import Announce
from settings import Settings
from setup.doctor.finding import Finding


def examine_browser(settings: Settings) -> Iterator[Finding]:
    """Whether it is here, for each language whose programs can be had so."""
    yield from (_examined(one_file, settings) for one_file in one_files())


def one_files() -> Iterator[OneFile]:
    """What there is to fetch."""
    return (language.one_file for language in LANGUAGES.values() if language.one_file)


def _examined(one_file: OneFile, settings: Settings) -> Finding:
    if one_file.is_here(settings.browser_parts):
        return Finding(one_file.title, "ok", say("Programs can be had as one HTML file that works in any browser."))
    summary = say(
        "It isn't here yet; programs that are to be had as one HTML file need it (%(size)s).",
        size=decimal(one_file.size),
    )
    advice = say("python app.py doctor --fix fetches it; so does “Make the file” on the page, the first time.")
    return Finding(one_file.title, "optional", summary, advice, "not_fetched")


def fetch_for_browsers(one_file: OneFile, settings: Settings, announce: Announce) -> str:
    """Bring it; return why that didn't go well, as a sentence; empty where it did."""
    try:
        one_file.fetch(settings.browser_parts, Cancel(), announce)
    except NoOneFile as problem:
        return problem.in_words
    return ""
