"""Programs that become one HTML file, with the Python for browsers that is fetched once for all runs of the tests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

from platformdirs import user_cache_path

from cancel import Cancel
from languages.laying import Columns
from languages.one_file import Seal, Subject
from languages.python.candidates import program, suite
from languages.python.one_file import ONE_FILE
from languages.python.one_file.pyodide import ARCHIVE
from languages.slots import slots_of
from languages.types import NO_NEEDS, Needs, TestCase
from sandbox.base import Job, JobResult, Sandbox

SEAL = Seal("Verified", True, ("The program passes its one test.", "Look at it yourself."))


def store() -> Path:
    """Where Python for browsers lies."""
    place = user_cache_path("assay-tests") / "browser"
    ONE_FILE.fetch(place, Cancel(), print)
    return place


def subject(
    source: str,
    tests: str = "",
    names: Sequence[str] = (),
    needs: Needs = NO_NEEDS,
    title: str = "A program",
    known: Columns = MappingProxyType({}),
    takes_files: bool = True,
) -> Subject:
    """A program with tests that check what they are called, with slots for files with the `known` columns."""
    tested = suite(tests, [TestCase(name, name) for name in names])
    slots = (replace(slot, files=()) for slot in slots_of([*known], source, takes_files=takes_files))
    return Subject(program(source), tested, needs, title, "It is started.", SEAL, tuple(slots), known)


def own_store(folder: Path) -> Path:
    """The same Python in a folder of its own, in which no package lies."""
    folder.mkdir()
    (folder / ARCHIVE).symlink_to(store() / ARCHIVE)
    return folder


def page_of(what: Subject, sandbox: Sandbox, place: Path | None = None) -> bytes:
    """The one file, with what lies in `place`, and what isn't there yet."""

    def run(job: Job) -> JobResult:
        return sandbox.run(job, Cancel())

    place = place or store()
    ONE_FILE.fetch_packages(place, what.candidate, what.needs, Cancel(), print)
    return ONE_FILE.make(what, place, run)
