"""From names of packages to a folder with them: looked up, resolved, fetched once, and kept by what is in it."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Collection, Sequence
from pathlib import Path

from cancel import Cancel
from languages.packages import Inventory, PackageSet
from languages.python.packages.reputation import require_harmless, require_trusted
from languages.python.packages.resolving import Resolved, Uv
from languages.python.packages.shelf import canonical
from languages.python.packages.sources import Sources
from sandbox.base import Announce
from sandbox.scratch import make_scratch_folder
from wording import plural

FOLDER = "site-packages"  # by this name the watch knows that what is in it isn't the program's
DIGITS = 16
PINS = "pins.txt"


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
    announce(f"Looking up {', '.join(wanted)}")
    require_trusted(wanted, sources, frozenset(map(canonical, allowed)))
    uv = Uv(sources, inventory, cache, cancel)
    scratch = make_scratch_folder()
    try:
        resolved = uv.resolve(wanted, scratch)
        pins = tuple(one.pin for one in resolved)
        place = cache / _digest(resolved, inventory)
        if not place.exists():
            require_harmless(pins, sources)
            announce(f"Fetching {plural(len(pins), 'package')}: {', '.join(pins)}")
            _install(uv, resolved, scratch, place)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    return PackageSet(pins, place / FOLDER)


def _install(uv: Uv, resolved: Sequence[Resolved], scratch: Path, place: Path) -> None:
    """Make `place` at once with all that is in it: others may be about to make it as well."""
    making = place.with_name(f"{place.name}.{os.getpid()}-{scratch.name[-8:]}")
    try:
        (making / FOLDER).mkdir(parents=True)
        uv.install(resolved, scratch, making / FOLDER)
        (making / PINS).write_text("".join(f"{one.pin}\n" for one in resolved))
        shutil.rmtree(making / FOLDER / "bin", ignore_errors=True)  # commands, which nobody can start
        try:
            making.rename(place)
        except OSError:
            if not place.exists():
                raise
    finally:
        shutil.rmtree(making, ignore_errors=True)


def _digest(resolved: Sequence[Resolved], inventory: Inventory) -> str:
    """By which wheels, for which Python: another patch of it takes the same."""
    python = ".".join(inventory.version.split(".")[:2])
    text = "\n".join([python, inventory.machine, *sorted(one.line for one in resolved)])
    return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]
