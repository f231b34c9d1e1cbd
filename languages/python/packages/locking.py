"""What a program needs on other computers: each package in the version that it was tested with, with hashes, for all
systems. What is on the shelf is locked already, so that it needs no network."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import replace

from languages.packages import Inventory, PackageProblem
from languages.python.packages.entries import Entry, entries
from languages.python.packages.resolving import Uv
from languages.python.packages.shelf import lock
from languages.types import Needs
from message import say
from sandbox.scratch import make_scratch_folder

# What most computers of each system are.
PLATFORMS = {"Windows": "x86_64-pc-windows-msvc", "macOS": "aarch64-apple-darwin", "Linux": "x86_64-unknown-linux-gnu"}


def locked_on_shelf(versions: Mapping[str, str]) -> Needs | None:
    """What is needed of these packages, by name, where all of them are on the shelf; else None.

    A version is empty where the sandbox has none, of what only other systems need.
    """
    shelf: dict[str, list[Entry]] = {}
    for entry in entries(lock()):
        shelf.setdefault(entry.name, []).append(entry)
    taken = [shelf.get(name, []) for name in versions]
    is_there = (any(version in ("", one.version) for one in shelf.get(name, ())) for name, version in versions.items())
    # With what other Pythons get in place of it, or it could not be installed there.
    return _needs([entry for mine in taken for entry in mine]) if all(is_there) else None


def locked(versions: Mapping[str, str], uv: Uv) -> Needs:
    """The same of any packages, resolved for all systems. Raises `PackageProblem` where that can't be done now."""
    scratch = make_scratch_folder()
    try:
        text = uv.lock([f"{name}=={version}" if version else name for name, version in versions.items()], scratch)
        found = entries(text)
        lines = [entry.line for entry in found]
        not_for = [system for system, platform in PLATFORMS.items() if not uv.can_be_had(lines, platform, scratch)]
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    if missing := versions.keys() - {one.name for one in found}:
        raise PackageProblem(
            say("It isn't known what %(missing)s needs on other computers.", missing=", ".join(sorted(missing)))
        )
    return replace(_needs(found, _minor(uv.inventory)), not_for=tuple(not_for))


def _needs(found: Sequence[Entry], version: str = "") -> Needs:
    ordered = sorted(found, key=lambda entry: entry.line)
    return Needs(tuple(entry.line for entry in ordered), "".join(f"{entry.text}\n" for entry in ordered), version)


def _minor(inventory: Inventory) -> str:
    return ".".join(inventory.version.split(".")[:2])
