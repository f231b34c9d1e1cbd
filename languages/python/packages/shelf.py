"""The packages that lie in every sandbox: what people bring, that is tables, documents, pictures and pages, needs them.

What each costs in megabytes is in docs/packages.md, as `python -m benchmarks.shelf` measures it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources

from packaging.requirements import Requirement

from languages.packages import Doubt, IndexUnreachable, PackageProblem
from message import say

LOCK = "requirements.txt"
_PIN = re.compile(r"^(?P<name>[A-Za-z0-9._-]+)==(?P<version>[^\s;]+)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class OnShelf:
    """A package, the name by which it is imported where that is another, and what it is there for."""

    name: str
    module: str
    purpose: str

    @property
    def version(self) -> str:
        """The one that is installed."""
        return pins()[canonical(self.name)]


SHELF = (
    OnShelf("numpy", "numpy", "numbers in bulk"),
    OnShelf("pandas", "pandas", "tables"),
    OnShelf("openpyxl", "openpyxl", "Excel files, read and written"),
    OnShelf("xlsxwriter", "xlsxwriter", "Excel files with charts, written"),
    OnShelf("python-docx", "docx", "Word"),
    OnShelf("python-pptx", "pptx", "PowerPoint"),
    OnShelf("pypdf", "pypdf", "PDF, taken apart and put together"),
    OnShelf("pdfplumber", "pdfplumber", "text and tables in PDF"),
    OnShelf("pypdfium2", "pypdfium2", "pages of PDF as pictures"),
    OnShelf("reportlab", "reportlab", "PDF, written"),
    OnShelf("pillow", "PIL", "pictures"),
    OnShelf("matplotlib", "matplotlib", "charts"),
    OnShelf("beautifulsoup4", "bs4", "web pages, read"),
    OnShelf("lxml", "lxml", "XML and web pages"),
    OnShelf("defusedxml", "defusedxml", "XML of others"),
    OnShelf("requests", "requests", "what is fetched from the web"),
    OnShelf("pyyaml", "yaml", "YAML"),
    OnShelf("python-dateutil", "dateutil", "dates in words, and repeated ones"),
    OnShelf("tzdata", "tzdata", "time zones, which Windows doesn't have"),
    OnShelf("jinja2", "jinja2", "texts and pages from a template"),
    OnShelf("tabulate", "tabulate", "tables in a terminal"),
    OnShelf("qrcode", "qrcode", "QR codes, made"),
    OnShelf("zxing-cpp", "zxingcpp", "QR codes and bar codes, read"),
    OnShelf("rapidfuzz", "rapidfuzz", "names that are nearly the same"),
    OnShelf("charset-normalizer", "charset_normalizer", "texts in an unknown encoding"),
)

# By what models import; where a package's wheel is there, it says itself which modules it has.
KNOWN = {one.module: one.name for one in SHELF} | {
    "barcode": "python-barcode",
    "cv2": "opencv-python-headless",
    "docx2txt": "docx2txt",
    "docxtpl": "docxtpl",
    "fitz": "pymupdf",
    "fpdf": "fpdf2",
    "icalendar": "icalendar",
    "markdown": "markdown",
    "mpl_toolkits": "matplotlib",
    "odf": "odfpy",
    "piexif": "piexif",
    "pymupdf": "pymupdf",
    "rich": "rich",
    "scipy": "scipy",
    "serial": "pyserial",
    "skimage": "scikit-image",
    "sklearn": "scikit-learn",
    "vobject": "vobject",
    "xlrd": "xlrd",
}


def canonical(name: str) -> str:
    """A package's name in the one way in which names are compared (PEP 503)."""
    return re.sub(r"[-_.]+", "-", name).lower()


def spelled(package: Requirement) -> str:
    """What is asked for, in the one way in which names are compared: a package, with its extras if any."""
    extras = ",".join(sorted(map(canonical, package.extras)))
    return canonical(package.name) + (f"[{extras}]" if extras else "")


@cache
def pins() -> dict[str, str]:
    """The version of each package in the image, by its name."""
    return {canonical(found["name"]): found["version"] for found in _PIN.finditer(lock())}


@cache
def lock() -> str:
    """What pip installs in the image, with hashes: for all systems."""
    return resources.files("languages.python").joinpath(LOCK).read_text(encoding="utf-8")


# Why: docs/decisions.md, "Assay decides on packages and their versions, not the model"
@cache
def popular() -> tuple[str, ...]:
    """The names of packages that are used by many, the most used first."""
    text = resources.files("languages.python.packages").joinpath("popular.txt").read_text(encoding="utf-8")
    return tuple(line for line in text.splitlines() if line and not line.startswith("#"))


def on_shelf() -> Iterator[str]:
    """What is there always, as in `pillow 12.3.0 (import PIL)`."""
    for one in SHELF:
        imported = f" (import {one.module})" if canonical(one.module) != canonical(one.name) else ""
        yield f"{one.name} {one.version}{imported}"


def refused(message: str, *doubts: Doubt) -> PackageProblem:
    """Why a package can't be had, with what is there instead."""
    return PackageProblem(message, _instead(), doubts)


def unreachable() -> IndexUnreachable:
    """The same for want of a connection."""
    return IndexUnreachable(say("No package can be fetched now: the index can't be reached."), _instead())


def _instead() -> str:
    return f"{whats_there()} Use these, or do without."


def whats_there() -> str:
    """The packages that are always there, in a sentence for models."""
    return f"These are there: {', '.join(on_shelf())}."
