"""The packages in a list for pip, with digests, as `uv pip compile --generate-hashes` writes it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from languages.python.packages.shelf import canonical

_HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")
_ENTRY = re.compile(
    r"^(?P<name>[A-Za-z0-9._-]+)==(?P<version>[^\s;\\]+)(?P<marker> ; [^\\\n]+?)?(?P<hashes>(?: \\\n +--hash=\S+)*)$",
    re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class Entry:
    """A package of a lock. `marker` is where it is needed, as in `sys_platform == 'win32'`; empty for everywhere."""

    name: str
    version: str
    marker: str
    digests: tuple[str, ...]

    @property
    def text(self) -> str:
        """With digests, as pip reads it."""
        return " \\\n    ".join([self.line, *(f"--hash=sha256:{digest}" for digest in self.digests)])

    @property
    def line(self) -> str:
        """Without hashes."""
        return f"{self.name}=={self.version}" + (f" ; {self.marker}" if self.marker else "")

    def only_where(self, marker: str) -> Entry:
        """The same, but only needed there."""
        return replace(self, marker=marker)


def entries(text: str) -> tuple[Entry, ...]:
    """The packages of a list for pip, as `uv pip compile --generate-hashes` writes it."""
    return tuple(
        Entry(
            canonical(one["name"]), one["version"], (one["marker"] or "").removeprefix(" ; "), _digests(one["hashes"])
        )
        for one in _ENTRY.finditer(text)
    )


def _digests(hashes: str) -> tuple[str, ...]:
    return tuple(_HASH.findall(hashes))
