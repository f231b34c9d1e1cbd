"""Which versions of packages are taken, and how they come: by uv, as wheels only, so that no code of theirs runs."""

from __future__ import annotations

import logging
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import uv
from packaging.requirements import Requirement

from cancel import Cancel
from languages.packages import Inventory, PackageProblem
from languages.python.packages.shelf import canonical, pins, refused, unreachable
from languages.python.packages.sources import Sources
from message import say

# Why: docs/decisions.md, "Assay decides on packages and their versions, not the model"
COOLING_OFF = "7 days"
"""What was uploaded later isn't taken: most malicious versions are found within days."""
MOST_PACKAGES = 60
MOST_BYTES = 300 * 1024 * 1024
SECONDS = 180.0
MACHINES = {"x86_64": "x86_64", "amd64": "x86_64", "arm64": "aarch64", "aarch64": "aarch64"}
SYSTEMS = {"linux": "unknown-linux-gnu", "darwin": "apple-darwin"}

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Resolved:
    """One package of a lock, with the digests of its wheels and the size of the largest, in bytes."""

    name: str
    version: str
    digests: tuple[str, ...]
    size: int

    @property
    def pin(self) -> str:
        """As in `rich==14.0.0`."""
        return f"{self.name}=={self.version}"

    @property
    def line(self) -> str:
        """As pip wants it in a list with hashes."""
        return " ".join([self.pin, *(f"--hash=sha256:{digest}" for digest in self.digests)])


@dataclass(frozen=True, slots=True)
class Uv:
    """uv, for the sandbox that `inventory` is of, with its cache in a folder of ours.

    What is young is only left out where it `cools_off`: without ages from the index, uv would take nothing at all.
    """

    sources: Sources
    inventory: Inventory
    cache: Path
    cancel: Cancel
    cools_off: bool = True

    def resolve(self, wanted: Sequence[str], folder: Path) -> tuple[Resolved, ...]:
        """What `wanted` is and needs beside what is in the sandbox already, which stays as it is.

        Only what is wanted in another version, as in `pillow>=13.0.1`, takes its place, and may be young. `folder` is
        empty, and for what has to be written down. Raises `PackageProblem`.
        """
        newer = {name_of(one) for one in wanted if is_upgrade(one)}
        there = {name: it for name, it in {**pins(), **self.inventory.packages}.items() if name not in newer}
        wishes, fixed, lock = folder / "wanted.in", folder / "there.txt", folder / "pylock.toml"
        wishes.write_text("\n".join(wanted))
        fixed.write_text("\n".join(f"{name}=={version}" for name, version in sorted(there.items())))
        options = ["--constraints", str(fixed), "--format", "pylock.toml", *self._cooling_off(newer), *self._target()]
        self._run("compile", str(wishes), *options, "--output-file", str(lock))
        found = [_read(entry) for entry in tomllib.loads(lock.read_text())["packages"]]
        return _within_limits([one for one in found if self.inventory.packages.get(canonical(one.name)) != one.version])

    def lock(self, pins: Sequence[str], folder: Path) -> str:
        """A list for pip, with digests, of what `pins` are and need on any system, from this Python on.

        Raises likewise.
        """
        wishes, listing = folder / "pinned.in", folder / "lock.txt"
        wishes.write_text("\n".join(pins))
        young = self._cooling_off(map(name_of, pins))  # which were taken already
        options = ["--universal", "--generate-hashes", "--no-header", "--no-annotate", *young]
        if said := self._told(str(wishes), *options, "--python-version", self._minor, "--output-file", str(listing)):
            raise _problem(said)
        return listing.read_text()

    def can_be_had(self, pins: Sequence[str], platform: str, folder: Path) -> bool:
        """Whether there are wheels of all of these for a platform, as uv calls it. Raises `Cancelled`."""
        wishes = folder / f"{platform}.in"
        wishes.write_text("\n".join(pins))
        options = ["--python-version", self._minor, "--python-platform", platform, "--no-deps"]
        return not self._told(str(wishes), *options)

    def install(self, resolved: Sequence[Resolved], folder: Path, target: Path) -> None:
        """Put these into `target`, each checked by its digest. Raises `PackageProblem`."""
        listing = folder / "requirements.txt"
        listing.write_text("\n".join(one.line for one in resolved))
        # Copies, for in the sandbox there is no cache that links could lead to.
        options = ["--target", str(target), "--no-deps", "--require-hashes", "--link-mode", "copy"]
        self._run("install", "--requirements", str(listing), *options, *self._target())

    @property
    def _minor(self) -> str:
        return ".".join(self.inventory.version.split(".")[:2])

    def _cooling_off(self, but: Iterable[str]) -> list[str]:
        """Options that leave out what is young, `but` not of packages with these names."""
        taken = [f"--exclude-newer-package={name}=false" for name in sorted(but)]
        return ["--exclude-newer", COOLING_OFF, *taken] if self.cools_off else []

    def _target(self) -> list[str]:
        """For the sandbox's Python, whatever this machine's is."""
        machine, _, system = self.inventory.machine.partition("-")
        platform = f"{MACHINES.get(machine.lower(), machine)}-{SYSTEMS.get(system, system)}"
        return ["--python-version", self._minor, "--python-platform", platform]

    def _run(self, command: str, *arguments: str) -> None:
        """Run uv; where no index can be reached, once more with what is in its cache. Raises `PackageProblem`."""
        said = self._said(command, *arguments)
        if said and _is_offline(said):
            said = said if self._said(command, *arguments, "--offline") else ""
        if said:
            raise _problem(said)

    def _told(self, *arguments: str) -> str:
        """What uv says, where it fails to compile. Of versions that were fetched its cache tells, which needs no index:
        where none can be reached, uv tries for ten seconds."""
        return self._said("compile", *arguments, "--offline") and self._said("compile", *arguments)

    def _said(self, command: str, *arguments: str) -> str:
        """What uv says, where it fails."""
        fixed = ["--only-binary", ":all:", "--no-python-downloads", "--quiet", "--no-progress", "--no-config"]
        fixed += ["--python", sys.executable]  # which it needn't look for; what is fetched is for the sandbox's
        process = subprocess.Popen(  # noqa: S603  (the names in the files were looked up at the index)
            [uv.find_uv_bin(), "pip", command, *arguments, *fixed],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            errors="replace",
            env=self._environment(),
        )
        with process, self.cancel.on_cancel(process.kill):
            try:
                _, said = process.communicate(timeout=SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                raise refused(
                    say("The packages did not come within %(seconds)s s.", seconds=f"{SECONDS:.0f}")
                ) from None
        self.cancel.raise_if_set()
        return (said or say("It said nothing.")) if process.returncode else ""

    def _environment(self) -> Mapping[str, str]:
        """As pip has it set, for uv doesn't read pip's settings."""
        # Of several indexes uv takes what the first one has that knows a package; the default comes last.
        *first, last = self.sources.indexes
        ours = {"UV_DEFAULT_INDEX": last, "UV_CACHE_DIR": str(self.cache / "uv")}
        ours |= {"UV_INDEX": " ".join(first)} if first else {}
        ours |= {"UV_INSECURE_HOST": " ".join(self.sources.insecure)} if self.sources.insecure else {}
        ours |= {"SSL_CERT_FILE": str(self._certificates())} if self.sources.certificates else {}
        return {**self.sources.environment, **ours}

    def _certificates(self) -> Path:
        """A file with the authorities, which another run may be reading."""
        self.cache.mkdir(parents=True, exist_ok=True)
        place = self.cache / "certificates.pem"
        with tempfile.NamedTemporaryFile(dir=self.cache, delete=False) as file:
            file.write(self.sources.certificates)
        return Path(file.name).replace(place)


def name_of(requirement: str) -> str:
    """The package that is meant, as in `pillow>=13.0.1`."""
    return canonical(Requirement(requirement).name)


def is_upgrade(requirement: str) -> bool:
    """Whether another version is wanted of what is there."""
    return bool(Requirement(requirement).specifier)


def _read(entry: Mapping[str, Any]) -> Resolved:
    """A package of a lock as PEP 751 has it."""
    wheels = entry.get("wheels", ())
    digests = tuple(sorted(wheel["hashes"]["sha256"] for wheel in wheels if "sha256" in wheel["hashes"]))
    size = max((wheel.get("size", 0) for wheel in wheels), default=0)
    return Resolved(entry["name"], entry["version"], digests, size)


def _within_limits(found: Sequence[Resolved]) -> tuple[Resolved, ...]:
    size = sum(one.size for one in found)
    if len(found) > MOST_PACKAGES or size > MOST_BYTES:
        much = say("%(count)s packages with %(size)s MB", count=len(found), size=f"{size / 1024**2:.0f}")
        most = say(
            "at most %(most_packages)s with %(most_bytes)s MB are taken",
            most_packages=MOST_PACKAGES,
            most_bytes=MOST_BYTES // 1024**2,
        )
        raise refused(say("That would be %(much)s; %(most)s.", much=much, most=most))
    return tuple(found)


def _is_offline(said: str) -> bool:
    return "error sending request" in said or "dns error" in said


def _problem(said: str) -> PackageProblem:
    """The reason in what uv printed; the whole of it goes to the log."""
    log.warning("uv said: %s", said)
    return unreachable() if _is_offline(said) else refused(_in_plain_words(said))


def _in_plain_words(said: str) -> str:
    because = " ".join(said.partition("Because ")[2].split())
    return (
        say("These packages can't be had together: %(because)s", because=because[:600])
        if because
        else say("These packages can't be had.")
    )
