"""What programs need beside their language: packages, which are fetched outside of the sandbox and mounted in it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Protocol

from cancel import Cancel
from languages.errors import NoUsableReply
from languages.types import Files, Needs
from message import say
from sandbox.base import Announce, Job, JobResult

# Why: docs/decisions.md, "A missing connection ends no run, and an old answer about packages counts for thirty days"
ANSWERS_LAST = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Doubt:
    """A package that is taken only if the person says so. `since` is the day of its first upload, as in `2026-09-30`,
    empty if unknown, and `downloads` those of last month; `neighbours` have names like it, and many use them."""

    name: str
    since: str = ""
    downloads: int | None = None
    neighbours: tuple[str, ...] = ()


class PackageProblem(NoUsableReply):
    """A package that was asked for isn't taken, or can't be had; the hint says what else is there. `doubts` are those
    that the person might allow."""

    def __init__(self, message: str, hint: str = "", doubts: Sequence[Doubt] = ()) -> None:
        another = say("Pick another model: a larger one, or one made for programming.")
        allow = say(
            "Allow the package if you know it, or pick another model: a larger one, or one made for programming."
        )
        super().__init__(message, allow if doubts else another, hint)
        self.doubts = tuple(doubts)


class IndexUnreachable(PackageProblem):
    """No package can be had, nor is it known what packages need, for want of a connection."""


@dataclass(frozen=True, slots=True)
class Inventory:
    """What is in a sandbox: the `version` of the language, the `machine` as in `x86_64-linux`, versions by the names of
    `packages`, and which `modules` can be imported."""

    version: str
    machine: str
    packages: Mapping[str, str]
    modules: Collection[str] = ()


@dataclass(frozen=True, slots=True)
class PackageSet:
    """Packages for one sandbox, `pins` as in `rich==14.0.0`, in a `folder` that nobody changes any more.

    The folder above it is named after what is in it.
    """

    pins: tuple[str, ...]
    folder: Path


class Fetch(Protocol):
    """Gets packages."""

    def __call__(
        self,
        wanted: Sequence[str],
        inventory: Inventory,
        cache: Path,
        cancel: Cancel,
        announce: Announce,
        allowed: Collection[str],
    ) -> PackageSet:
        """The packages `wanted`, by name, and what they need beside `inventory`, in a folder below `cache`.

        Those `allowed` are taken though few use them. What is there already isn't fetched again. Raises
        `PackageProblem` and `Cancelled`.
        """


@dataclass(frozen=True, slots=True)
class Packaging:
    """How programs of a language come to their packages.

    `names` are those of the packages and modules that the files of a program, or of its tests, ask for beside the
    language. `inventory` is a job that looks in a sandbox for these, or where none are named for all packages, and
    `read_inventory` reads what it says. `needed` are the packages that files need beside that, by name; it raises
    `PackageProblem` where nobody knows. `shelf` are the names of those that are in every sandbox. `presumed` is what
    files of a program need, where no check says it: by what they ask for, and the pins of what was fetched for them.
    `audit` looks the shelf up among known vulnerabilities and keeps what it learns in a file; it raises `Cancelled`.
    `audited` is since when that is known of all of it, and None where it isn't.
    """

    names: Callable[[Files], Collection[str]]
    inventory: Callable[[Collection[str]], Job]
    read_inventory: Callable[[JobResult], Inventory]
    needed: Callable[[Files, Inventory], tuple[str, ...]]
    shelf: Collection[str]
    fetch: Fetch
    presumed: Callable[[Files, Sequence[str]], Needs]
    audit: Callable[[Path, Cancel], None]
    audited: Callable[[Path], datetime | None]
