"""What a program needs on other computers: each package in the version that it was tested with, with hashes, for all
systems. What is on the shelf is locked already, so that this needs no network."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence

from languages.packages import Inventory, PackageProblem
from languages.python.packages.entries import Entry, entries
from languages.python.packages.resolving import Uv
from languages.python.packages.shelf import lock
from languages.types import Needs
from sandbox.scratch import make_scratch_folder


def locked(versions: Mapping[str, str], uv: Uv) -> Needs:
    """What is needed of these packages, by name; the version is empty where the sandbox doesn't have one.

    That is so for what only other systems need. Raises `PackageProblem` where it can't be found out now.
    """
    return _of_shelf(versions, uv.inventory) or _resolved(versions, uv)


def _of_shelf(versions: Mapping[str, str], inventory: Inventory) -> Needs | None:
    shelf: dict[str, list[Entry]] = {}
    for entry in entries(lock()):
        shelf.setdefault(entry.name, []).append(entry)
    taken = {
        name: [one for one in shelf.get(name, ()) if version in ("", one.version)] for name, version in versions.items()
    }
    if not all(taken.values()):
        return None
    is_whole = all(len(mine) == len(shelf[name]) for name, mine in taken.items())
    return _needs([entry for mine in taken.values() for entry in mine], "" if is_whole else _minor(inventory))


def _resolved(versions: Mapping[str, str], uv: Uv) -> Needs:
    scratch = make_scratch_folder()
    try:
        text = uv.lock([f"{name}=={version}" if version else name for name, version in versions.items()], scratch)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    found = entries(text)
    if missing := versions.keys() - {one.name for one in found}:
        raise PackageProblem(f"Nobody knows what {', '.join(sorted(missing))} needs on other computers.")
    return _needs(found, _minor(uv.inventory))


def _needs(found: Sequence[Entry], version: str) -> Needs:
    ordered = sorted(found, key=lambda entry: entry.line)
    return Needs(tuple(entry.line for entry in ordered), "".join(f"{entry.text}\n" for entry in ordered), version)


def _minor(inventory: Inventory) -> str:
    return ".".join(inventory.version.split(".")[:2])
