"""A program in Python as one HTML file, which has a Python for browsers in it (Pyodide)."""

from __future__ import annotations

from languages.brief import Brief
from languages.one_file import OneFile
from languages.python.fetching import fetches
from languages.python.guide import usage_of
from languages.python.one_file import pyodide, wheels
from languages.python.one_file.building import make
from languages.python.one_file.checking import check
from languages.types import Candidate
from message import say


def refuses(candidate: Candidate, brief: Brief | None) -> str:
    """See `languages.one_file.OneFile.refuses`."""
    if usage_of(candidate.source).window or (brief is not None and brief.kind == "window"):
        return say("It opens a window of its own, which a page can't.")
    if fetches(candidate.source):
        return say("It fetches something from the internet, which this page can't.")
    return ""


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
