"""A program in Python as one HTML file, which has a Python for browsers in it (Pyodide)."""

from __future__ import annotations

import re

from languages.brief import Brief
from languages.one_file import OneFile
from languages.python.assembly import imported_parts, own_part
from languages.python.guide import usage_of
from languages.python.library import public
from languages.python.one_file import pyodide, wheels
from languages.python.one_file.building import make
from languages.python.one_file.checking import check
from languages.types import Candidate
from message import say

WEB = "web"
"""The file of the parts that fetch something."""
_FETCHING = re.compile(
    r"^[ \t]*(?:import|from)[ \t]+(?:urllib\.request|http\.client|ftplib|requests|httpx|aiohttp)\b", re.MULTILINE
)


def refuses(candidate: Candidate, brief: Brief | None) -> str:
    """See `languages.one_file.OneFile.refuses`."""
    if usage_of(candidate.source).window or (brief is not None and brief.kind == "window"):
        return say("It opens a window of its own, which a page can't.")
    if _fetches(candidate.source):
        return say("It fetches something from the internet, which this page can't.")
    return ""


def _fetches(source: str) -> bool:
    """Whether it does so by a part, or by what is usual for it."""
    by_parts = (public()[name].file == WEB for name in imported_parts(source) if name in public())
    return any(by_parts) or _FETCHING.search(own_part(source)) is not None


ONE_FILE = OneFile(
    name="Start in a browser.html",
    title=say("Python for browsers"),
    size=pyodide.SIZE,
    packages=wheels.FOLDER,
    refuses=refuses,
    is_here=pyodide.is_here,
    fetch=pyodide.fetch,
    lacks=wheels.lacks,
    fetch_packages=wheels.fetch,
    make=make,
    check=check,
)
