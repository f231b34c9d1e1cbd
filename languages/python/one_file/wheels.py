"""The compiled packages of the one file: wheels that were built for Pyodide, of known digests, each fetched once."""

from __future__ import annotations

import contextlib
import hashlib
import logging
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import httpx
from packaging.requirements import InvalidRequirement, Requirement

from cancel import Cancel
from languages.one_file import NoOneFile
from languages.python.handover import needed_of
from languages.python.one_file import pyodide
from languages.python.one_file.fetching import Progress, download, keep, size_of
from languages.python.one_file.packing_job import OPTIONAL
from languages.python.one_file.pyodide import Built
from languages.python.packages.shelf import canonical
from languages.python.packages.sources import Sources
from languages.types import Candidate, Needs
from message import say
from sandbox.base import Announce

FOLDER = "packages"
# Why: docs/decisions.md, "One HTML file has Pyodide in it, and packages by the digests of its lock"
PLACE = f"https://cdn.jsdelivr.net/pyodide/v{pyodide.VERSION}/full"
SETTING = "ASSAY_PYODIDE_PACKAGES"
"""Names another place that has the same."""
FROM_INDEX: Mapping[str, Built] = {
    "pypdfium2": {
        "name": "pypdfium2",
        "version": "5.15.2",
        "file_name": "pypdfium2-5.15.2-py3-none-pyemscripten_2026_0_wasm32.whl",
        "sha256": "51e380faf433899d3b07a40b3f6aa97b9ab61399e732280f4007dc7aa0d0694f",
        "package_type": "package",
        "install_dir": "site",
        "imports": ["pypdfium2", "pypdfium2_raw"],
        "depends": [],
    }
}
"""What Pyodide doesn't build, and who makes it does: as its lock would have it. The digest is one of our own lock."""
PLAIN = "-none-any.whl"

log = logging.getLogger(__name__)


def names_of(candidate: Candidate, needs: Needs) -> set[str]:
    """The packages that the program needs, with all that these need. Raises `NoOneFile` where that can't be read."""
    try:
        return {canonical(Requirement(pin).name) for pin in needed_of(candidate, needs).pins}
    except InvalidRequirement as problem:  # in a history that somebody else wrote
        raise NoOneFile(say("The packages of this program could not be packed."), say("Try again.")) from problem


def wheels_of(store: Path, candidate: Candidate, needs: Needs) -> dict[str, Built]:
    """What goes into this program's file of them, by name, with what only they need. Raises `NoOneFile`."""
    names = names_of(candidate, needs)
    known = {**pyodide.packages(store), **FROM_INDEX} if names else {}
    left = [name for name in names if name in known and _is_compiled(known[name]) and name not in OPTIONAL]
    taken: dict[str, Built] = {}
    from_sandbox = names.difference(left)
    while left:
        name = left.pop()
        taken[name] = known[name]
        depends = map(canonical, known[name]["depends"])
        left += [other for other in depends if other not in taken and other not in from_sandbox]
    return {
        name: {**built, "depends": [other for other in map(canonical, built["depends"]) if other in taken]}
        for name, built in sorted(taken.items())
    }


def lacks(store: Path, candidate: Candidate, needs: Needs) -> tuple[str, ...]:
    """See `languages.one_file.OneFile.lacks`."""
    with contextlib.suppress(NoOneFile):
        return tuple(map(title_of, _missing(store, wheels_of(store, candidate, needs))))
    return ()


def fetch(store: Path, candidate: Candidate, needs: Needs, cancel: Cancel, announce: Announce) -> None:
    """See `languages.one_file.OneFile.fetch_packages`."""
    missing = _missing(store, wheels_of(store, candidate, needs))
    if not missing:
        return
    names = ", ".join(map(title_of, missing))
    announce(say("Looking up %(wanted)s", wanted=names))
    with Sources.of_this_machine().client() as client:
        found = [_found(built, client) for built in missing]
        told = Progress(announce, names, sum(size for _, size in found))
        for built, (address, _) in zip(missing, found, strict=True):
            with _explained(built):
                content = download(client, address, cancel, told)
                _require_known(built, content)
                keep(content, _place(store, built))


def read(store: Path, wheels: Iterable[Built]) -> dict[str, bytes]:
    """The files that were fetched, by their names. Raises `NoOneFile`."""
    return {built["file_name"]: _read(store, built) for built in wheels}


def title_of(built: Built) -> str:
    """What people read of it, as in `numpy 2.4.6`."""
    return f"{built['name']} {built['version']}"


def _is_compiled(built: Built) -> bool:
    return not built["file_name"].endswith(PLAIN)


def _missing(store: Path, wheels: Mapping[str, Built]) -> list[Built]:
    return [built for built in wheels.values() if not _place(store, built).is_file()]


def _place(store: Path, built: Built) -> Path:
    return store / FOLDER / str(built["sha256"])


def _read(store: Path, built: Built) -> bytes:
    place = _place(store, built)
    content = place.read_bytes() if place.is_file() else b""
    if not _is_known(built, content):
        place.unlink(missing_ok=True)
        raise NoOneFile(
            say("%(package)s for Python in a browser is damaged on this computer.", package=title_of(built)),
            say("Try again, which fetches it anew."),
        )
    return content


def _require_known(built: Built, content: bytes) -> None:
    if not _is_known(built, content):
        raise NoOneFile(
            say("What came isn't the %(package)s that Assay knows, so it wasn't taken.", package=title_of(built)),
            say("Something on the way changes it, such as a mirror. Try again from another network."),
        )


def _is_known(built: Built, content: bytes) -> bool:
    return hashlib.sha256(content).hexdigest() == str(built["sha256"])


def _found(built: Built, client: httpx.Client) -> tuple[str, int]:
    """Where it lies, and how large it is; 0 where that isn't said."""
    with _explained(built):
        address = _address(built, client)
        return address, size_of(client, address)


def _address(built: Built, client: httpx.Client) -> str:
    if built["name"] not in FROM_INDEX:
        return f"{os.environ.get(SETTING, PLACE).rstrip('/')}/{built['file_name']}"
    name = re.escape(built["file_name"])
    page = client.get(f"{Sources.of_this_machine().indexes[0].rstrip('/')}/{built['name']}/").raise_for_status()
    # In JSON and in HTML alike. Whatever it is, its digest says whether it is the one.
    found = re.search(rf"[\"']([^\"']*/{name})[\"'#]", page.text)
    return str(page.url.join(found[1] if found else built["file_name"]))  # where it isn't, if the index hasn't it


@contextlib.contextmanager
def _explained(built: Built) -> Iterator[None]:
    """Whatever is in the way is told as `NoOneFile`."""
    try:
        yield
    except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
        log.info("no %s", title_of(built), exc_info=True)
        raise _problem(title_of(built), error) from error


def _problem(package: str, error: Exception) -> NoOneFile:
    if isinstance(error, httpx.HTTPStatusError) and error.response.status_code == httpx.codes.NOT_FOUND:
        return NoOneFile(
            say(
                "%(host)s doesn't have %(package)s for Python in a browser.",
                host=error.request.url.host,
                package=package,
            ),
            say("Try again later, or take the program in another way."),
        )
    return NoOneFile(
        say("%(package)s for Python in a browser can't be fetched now.", package=package),
        say("It comes once, from the internet. Try again when this computer is online."),
    )
