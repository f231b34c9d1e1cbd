"""From names of packages to a folder with them: looked up, resolved, fetched once, and kept by what is in it."""

from __future__ import annotations

import hashlib
import logging
import os
import shutil
import sys
from collections.abc import Collection, Sequence
from pathlib import Path

from cancel import Cancel
from languages.packages import Inventory, PackageProblem, PackageSet
from languages.python.packages.reputation import require_harmless, require_trusted, tells_ages
from languages.python.packages.resolving import Resolved, Uv, is_upgrade, name_of
from languages.python.packages.shelf import canonical, refused
from languages.python.packages.sources import Sources
from message import say, say_count
from sandbox.base import Announce
from sandbox.scratch import make_scratch_folder

FOLDER = "site-packages"  # by this name the watch knows that what is in it isn't the program's
NEWER = "_newer"
"""A folder in it, for other versions of what is in the sandbox: the runner has it come first."""
DIGITS = 16
PINS = "pins.txt"
RESERVED = {"pytest", "_pytest", "pluggy", "iniconfig", "packaging", "mutmut", "libcst", "bandit", "stevedore"}
RESERVED |= {"coverage", "hypothesis", "sitecustomize", "usercustomize"}
RESERVED |= {"conftest", "solution", "_runner", "_language", "_scenario"}

log = logging.getLogger(__name__)


def fetch(
    wanted: Sequence[str],
    inventory: Inventory,
    cache: Path,
    cancel: Cancel,
    announce: Announce,
    allowed: Collection[str] = (),
    sources: Sources | None = None,
) -> PackageSet:
    """See `languages.packages.Fetch`. They come from where this machine has it set, unless `sources` says otherwise."""
    sources = sources or Sources.of_this_machine()
    announce(say("Looking up %(wanted)s", wanted=", ".join(wanted)))
    names = [name_of(one) for one in wanted]
    # What is wanted in another version is there already.
    added = [name_of(one) for one in wanted if not is_upgrade(one)]
    require_trusted(added, sources, frozenset(map(canonical, allowed)))
    scratch = make_scratch_folder()
    try:
        uv = Uv(sources, inventory, cache, cancel, _cools_off(names, sources, announce))
        resolved = uv.resolve(wanted, scratch)
        pins = tuple(one.pin for one in resolved)
        place = cache / _digest(resolved, inventory)
        if not place.exists():
            require_harmless(pins, sources)
            announce(
                say_count(
                    "Fetching %(count)s package: %(pins)s",
                    "Fetching %(count)s packages: %(pins)s",
                    len(pins),
                    pins=", ".join(pins),
                )
            )
            _install(uv, resolved, scratch, place)
    except (OSError, KeyError, TypeError, ValueError) as error:  # a full disk, or an index that answers oddly
        log.warning("no packages", exc_info=True)
        raise refused(say("Packages can't be fetched on this computer now.")) from error
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    return PackageSet(pins, place / FOLDER)


def _cools_off(names: Sequence[str], sources: Sources, announce: Announce) -> bool:
    try:
        tells = tells_ages(names[0], sources)
    except PackageProblem:
        return True  # offline: what is in the cache was old enough once
    if not tells:
        announce(say("The index doesn't say how old its packages are, so those of this week are taken, too."))
    return tells


def _install(uv: Uv, resolved: Sequence[Resolved], scratch: Path, place: Path) -> None:
    """Make `place` at once with all that is in it: others may be about to make it as well."""
    making = place.with_name(f"{place.name}.{os.getpid()}-{scratch.name[-8:]}")
    try:
        for folder, taken in _places(resolved, uv.inventory, making / FOLDER).items():
            folder.mkdir(parents=True, exist_ok=True)
            uv.install(taken, scratch, folder)
            _require_own_names(folder)
        (making / PINS).write_text("".join(f"{one.pin}\n" for one in resolved))
        try:
            making.rename(place)
        except OSError:
            if not place.exists():
                raise
    finally:
        shutil.rmtree(making, ignore_errors=True)


def _places(resolved: Sequence[Resolved], inventory: Inventory, folder: Path) -> dict[Path, list[Resolved]]:
    """Where each is put: `folder`, or below it where the sandbox has another version."""
    there = [one for one in resolved if canonical(one.name) in inventory.packages]
    added = [one for one in resolved if one not in there]
    return {place: taken for place, taken in ((folder, added), (folder / NEWER, there)) if taken}


def _require_own_names(folder: Path) -> None:
    """Raise `PackageProblem` where packages bring modules by names of Python's own, or of the tools that judge."""
    shutil.rmtree(folder / "bin", ignore_errors=True)  # commands, which nobody can start
    brought = {path.name.partition(".")[0] for path in folder.iterdir()}
    if taken := sorted(brought & (sys.stdlib_module_names | RESERVED)):
        raise refused(say("A package brings a module called %(taken)s, which is not its to bring.", taken=taken[0]))


def _digest(resolved: Sequence[Resolved], inventory: Inventory) -> str:
    """By which wheels, for which Python: another patch of it takes the same."""
    python = ".".join(inventory.version.split(".")[:2])
    replaced = [one.name for one in resolved if canonical(one.name) in inventory.packages]
    text = "\n".join([python, inventory.machine, *sorted(one.line for one in resolved), *sorted(replaced)])
    return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]
