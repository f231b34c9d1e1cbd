"""What a person takes home of a program in Python: it carries what it needs, and is started by a double-click."""

from __future__ import annotations

import re
from collections.abc import Sequence
from importlib import resources

from languages import handover
from languages.guide import System
from languages.handover import File
from languages.python.candidates import FIXTURE, FIXTURE_PARTS, RUNNER, START_FILES
from languages.python.guide import usage_of
from languages.python.handover.metadata import packages_of, with_metadata
from languages.types import Candidate, Suite

ZONES = 'tzdata; sys_platform == "win32"'  # which has no table of time zones of its own
USES_ZONES = re.compile(r"^[ \t]*(?:import|from)[ \t][^#\n]*\bzoneinfo\b", re.MULTILINE)


def handed_over(candidate: Candidate, suite: Suite, requirements: Sequence[str]) -> dict[str, File]:
    """Program and tests as in `languages.handover.handed_over`; the program names what it needs, and where it does
    something when it is started, a file beside it starts it on each system. Tests that start it get what does so."""
    needed = [*requirements, *([ZONES] if USES_ZONES.search(candidate.source) else [])]
    files = handover.handed_over(candidate, suite, needed)
    if not candidate.files:
        return files
    source = with_metadata(candidate.source, needed)
    files[candidate.entry] = handover.encoded(source)
    if suite.starts:
        files[FIXTURE] = File(RUNNER.joinpath("scenario.py").read_bytes())
        files |= {name: File(RUNNER.joinpath(name).read_bytes()) for name in FIXTURE_PARTS}
    if usage_of(source).script:
        files |= {name: _start_file(system, candidate.entry, source) for system, name in START_FILES.items()}
    return files


def _start_file(system: System, entry: str, source: str) -> File:
    template = "start.bat" if system == "Windows" else "start.sh"
    text = resources.files(__name__).joinpath(template).read_text(encoding="ascii")
    packages = [one for one in packages_of(source) if one != ZONES or system == "Windows"]
    values = {"PROGRAM": entry, "PACKAGES": _answer(packages), "WINDOW": _answer(usage_of(source).window)}
    for name, value in values.items():
        text = text.replace(f"@{name}@", value)
    # cmd loses labels in files with Unix' line ends, and a shell stumbles over Windows'.
    return File(text.replace("\n", "\r\n").encode()) if system == "Windows" else File(text.encode(), executable=True)


def _answer(condition: object) -> str:
    return "yes" if condition else "no"
