"""Whether a package is one that may be taken: models invent names, and others then take these names.

Source: Spracklen et al., "We Have a Package for You!", 2024 (arXiv 2406.10279): 5 to 22 % of the packages that models
name don't exist, and few of these names look like a typing error. So existence, age and use decide, not spelling.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from difflib import get_close_matches
from typing import Any

import httpx

from languages.packages import Doubt
from languages.python.packages.shelf import popular, refused, unreachable
from languages.python.packages.sources import Sources
from message import joined, say

YOUNG = timedelta(days=90)
FEW = 1000
"""Downloads a month, below which nobody relies on a package: mirrors and scanners alone fetch hundreds."""
NEIGHBOURS, LIKENESS = 3, 0.75

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Reputation:
    """What is known of a package. `since` is its first upload and `downloads` those of a month; None if unknown."""

    name: str
    exists: bool
    since: datetime | None = None
    downloads: int | None = None

    def objection(self, now: datetime) -> str:
        """Why it isn't taken by itself, as a sentence; empty where it may be."""
        if not self.exists:
            return say(
                "There is no package called %(name)s.%(neighbours)s", name=self.name, neighbours=self._neighbours()
            )
        if self.since is not None and now - self.since < YOUNG:
            return say(
                "%(name)s is too young to be trusted: it is there since %(since)s.%(neighbours)s",
                name=self.name,
                since=f"{self.since:%Y-%m-%d}",
                neighbours=self._neighbours(),
            )
        if self.downloads is None:
            return say(
                "%(name)s isn't among those that many use, and it isn't known how many do.%(neighbours)s",
                name=self.name,
                neighbours=self._neighbours(),
            )
        if self.downloads < FEW:
            times = say("it was fetched %(downloads)s times last month", downloads=self.downloads)
            return say(
                "%(name)s is hardly used, and so not trusted: %(times)s.%(neighbours)s",
                name=self.name,
                times=times,
                neighbours=self._neighbours(),
            )
        return ""

    @property
    def doubt(self) -> Doubt:
        """The same, for the person."""
        since = f"{self.since:%Y-%m-%d}" if self.since else ""
        return Doubt(self.name, since, self.downloads, self.neighbours)

    @property
    def neighbours(self) -> tuple[str, ...]:
        """Names like its own that many use."""
        near = get_close_matches(self.name, popular(), NEIGHBOURS, LIKENESS)
        return tuple(name for name in near if name != self.name)

    def _neighbours(self) -> str:
        return (
            say(" Names like it that many use: %(neighbours)s.", neighbours=", ".join(self.neighbours))
            if self.neighbours
            else ""
        )


# Why: docs/decisions.md, "Assay decides on packages and their versions, not the model"
def require_trusted(names: Sequence[str], sources: Sources, allowed: Collection[str]) -> None:
    """Raise `PackageProblem` for packages that aren't there, or that are neither used by many nor there for long.

    Those `allowed` only have to be there.
    """
    now = datetime.now(UTC)
    with sources.client() as client:
        known = [_reputation(name, sources, client) for name in names if name not in popular()]
    doubted = [one for one in known if one.objection(now) and not (one.exists and one.name in allowed)]
    if doubted:
        said = joined(" ", (one.objection(now) for one in doubted))
        doubts = [one.doubt for one in doubted if one.exists]
        raise refused(said, *doubts)


def require_harmless(pins: Sequence[str], sources: Sources) -> None:
    """Raise `PackageProblem` where one of `pins`, as in `rich==14.0.0`, is known to be malicious.

    Where nobody can be asked, the check of packages says that later, and the sandbox keeps them from doing harm.
    """
    packages = [pin.split("==") for pin in pins]
    asked = [{"package": {"name": name, "ecosystem": "PyPI"}, "version": version} for name, version in packages]
    with sources.client() as client:
        answer = _asked(client, "POST", f"{sources.osv}batch", json={"queries": asked})
    results = answer.get("results", []) if isinstance(answer, dict) else []
    for pin, found in zip(pins, results, strict=False):
        if bad := [one["id"] for one in found.get("vulns", ()) if one["id"].startswith("MAL-")]:
            raise refused(
                say("%(pin)s is known to be malicious (%(bad)s), and is never taken.", pin=pin, bad=", ".join(bad))
            )


def tells_ages(name: str, sources: Sources) -> bool:
    """Whether the index says when files of the package `name` were uploaded (PEP 700); many mirrors don't."""
    with sources.client() as client:
        page = _page(name, sources, client)
        return page is not None and _first_upload(page) is not None


def _reputation(name: str, sources: Sources, client: httpx.Client) -> Reputation:
    page = _page(name, sources, client)
    if page is None:
        return Reputation(name, False)
    return Reputation(name, True, _first_upload(page), _downloads(name, sources, client))


def _page(name: str, sources: Sources, client: httpx.Client) -> httpx.Response | None:
    """What the first index says that knows the package; None where all say that there is none."""
    for index in sources.indexes:
        try:
            answer = client.get(f"{index.rstrip('/')}/{name}/")
            if answer.status_code != httpx.codes.NOT_FOUND:
                return answer.raise_for_status()
        except httpx.HTTPError as error:
            log.info("no answer from %s", index, exc_info=True)
            raise unreachable() from error
    return None


def _first_upload(page: httpx.Response) -> datetime | None:
    try:
        first = datetime.fromisoformat(min(file["upload-time"] for file in page.json()["files"]))  # PEP 700
    except (ValueError, KeyError, TypeError):
        return None  # an index that doesn't say
    return first if first.tzinfo else first.replace(tzinfo=UTC)


def _downloads(name: str, sources: Sources, client: httpx.Client) -> int | None:
    answer = _asked(client, "GET", f"{sources.downloads}/packages/{name}/recent")
    try:
        return int(answer["data"]["last_month"])
    except (KeyError, TypeError, ValueError):
        return None


def _asked(client: httpx.Client, method: str, address: str, **content: Any) -> Any:
    try:
        answer = client.request(method, address, **content)
        return answer.raise_for_status().json()
    except (httpx.HTTPError, ValueError):
        log.info("nothing is known from %s", address, exc_info=True)
        return None
