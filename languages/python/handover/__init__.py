"""What a person takes home of a program in Python: it carries what it needs, and is started by a double-click."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from dataclasses import replace
from importlib import resources

from packaging.requirements import InvalidRequirement, Requirement

from languages import handover
from languages.guide import ProgramGuide, System
from languages.handover import File
from languages.python.candidates import FIXTURE, FIXTURE_PARTS, PLAIN, RUNNER, START_FILES
from languages.python.guide import describe, usage_of
from languages.python.handover.sbom import bill_of_materials
from languages.python.handover.sentences import with_sentences
from languages.python.packages import shelf
from languages.python.packages.entries import entries
from languages.python.packages.metadata import named_in, with_metadata
from languages.python.reply.properties import has_properties
from languages.types import Candidate, Needs, Suite

ZONES = "tzdata"
ONLY_WINDOWS = "sys_platform == 'win32'"  # which has no table of time zones of its own
USES_ZONES = re.compile(r"^[ \t]*(?:import|from)[ \t][^#\n]*\bzoneinfo\b", re.MULTILINE)
SBOM = "sbom.cdx.json"
# What packaging's markers ask for, on each system.
MARKERS: dict[System, dict[str, str]] = {
    "Windows": {"sys_platform": "win32", "platform_system": "Windows", "os_name": "nt"},
    "macOS": {"sys_platform": "darwin", "platform_system": "Darwin", "os_name": "posix"},
    "Linux": {"sys_platform": "linux", "platform_system": "Linux", "os_name": "posix"},
}


# Why: docs/decisions.md, "A start file for each system, not one program packed with its Python"
def handed_over(candidate: Candidate, suite: Suite, needs: Needs) -> dict[str, File]:
    """Program and tests as in `languages.handover.handed_over`; the program names what it needs, and where it does
    something when it is started, a file beside it starts it on each system. Tests that start it, or make up
    inputs, get what does so. Where the digests of its packages are known, there is a list of them for machines."""
    needed = needed_of(candidate, needs)
    files = handover.handed_over(candidate, suite, needed)
    if not candidate.files:
        return files
    packages = needed.pins or named_in(candidate.source)
    source = with_metadata(candidate.source, packages, needed.version)
    files[candidate.entry] = handover.encoded(source)
    if needed.lock:
        files[SBOM] = handover.encoded(bill_of_materials(entries(needed.lock)), of_tests=True)
    if suite.starts or has_properties(suite.source):
        files[FIXTURE] = File(RUNNER.joinpath("scenario.py").read_bytes(), of_tests=True)
        files |= {name: File(RUNNER.joinpath(name).read_bytes(), of_tests=True) for name in FIXTURE_PARTS}
    if usage_of(source).script and PLAIN.fullmatch(candidate.entry):
        files |= {name: start_file(system, candidate.entry, source, packages) for system, name in START_FILES.items()}
    return files


def tests_apart() -> dict[str, File]:
    """See `Language.tests_apart`; what starts a program finds it as well."""
    return {FIXTURE: File(resources.files(__name__).joinpath("apart.py").read_bytes(), of_tests=True)}


def needed_of(candidate: Candidate, needs: Needs) -> Needs:
    """What the program needs anywhere: also the table of time zones, where it asks for one."""
    return _with_zones(needs) if USES_ZONES.search(candidate.source) else needs


def _with_zones(needs: Needs) -> Needs:
    """With the table of time zones, for Windows, unless it is there anyway."""
    if any(Requirement(pin).name == ZONES for pin in needs.pins):
        return needs
    entry = next(one for one in entries(shelf.lock()) if one.name == ZONES).only_where(ONLY_WINDOWS)
    is_locked = bool(needs.lock) or not needs.pins
    lock = f"{needs.lock}{entry.text}\n" if is_locked else ""
    return replace(needs, pins=(*needs.pins, entry.line), lock=lock)


def described(candidate: Candidate, suite: Suite, needs: Needs) -> ProgramGuide:
    """See `guide.describe`."""
    packages = needed_of(candidate, needs).pins
    wanted: dict[System, Sequence[str]] = {
        system: [one for one in packages if _counts_on(one, system)] for system in MARKERS
    }
    return describe(candidate, suite, wanted)


def start_file(system: System, entry: str, source: str, packages: Sequence[str] = ()) -> File:
    """What starts the program `entry` with this source, which needs these packages, by a double-click. A shell reads
    nothing in any name."""
    template = "start.bat" if system == "Windows" else "start.sh"
    text = resources.files(__name__).joinpath(template).read_text(encoding="ascii")
    usage = usage_of(source)
    values = {
        "PROGRAM": _for_cmd(entry) if system == "Windows" else shlex.quote(entry),
        "PACKAGES": _answer(any(_is_for(Requirement(one), system) for one in packages)),
        "WINDOW": _answer(usage.window),
        "WAITS": _answer(usage.window or usage.waits),
    }
    for name, value in values.items():
        text = text.replace(f"@{name}@", value)
    return File(with_sentences(text, system), executable=system != "Windows")


def _for_cmd(name: str) -> str:
    """The name between the quotes of `set "NAME=…"`, where no name on Windows has a quote or the end of a line."""
    return "".join(letter for letter in name if letter.isprintable() and letter != '"').replace("%", "%%")


def _counts_on(line: str, system: System) -> bool:
    """Whether that line of requirements counts there; what a history has that is none counts everywhere."""
    try:
        return _is_for(Requirement(line), system)
    except InvalidRequirement:
        return True


def _is_for(package: Requirement, system: System) -> bool:
    return package.marker is None or package.marker.evaluate(MARKERS[system])


def _answer(condition: object) -> str:
    return "yes" if condition else "no"
