"""Where packages come from, as this machine has it set, and who knows something of them."""

from __future__ import annotations

import os
import ssl
from collections.abc import Mapping
from dataclasses import dataclass, field

import httpx

from sandbox import machine

PYPI = "https://pypi.org/simple"
OSV = "https://api.osv.dev/v1/query"
DOWNLOADS = "https://pypistats.org/api"
SECONDS = 10.0
OTHERS = ("UV_", "ANTHROPIC_")
"""Variables that uv isn't given: settings that would overrule ours, and secrets that are none of its affair."""
ACCEPT = "application/vnd.pypi.simple.v1+json, text/html;q=0.1"  # PEP 691


@dataclass(frozen=True, slots=True)
class Sources:
    """Addresses, and what this machine trusts. The first of the `indexes` counts most.

    `osv` is asked for advisories, as in https://google.github.io/osv.dev/post-v1-query, and `downloads` how many fetch
    a package, as in https://pypistats.org/api. `certificates` are authorities as PEM; `insecure` hosts show none.
    """

    indexes: tuple[str, ...] = (PYPI,)
    osv: str = OSV
    downloads: str = DOWNLOADS
    certificates: bytes = b""
    insecure: tuple[str, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of_this_machine(cls) -> Sources:
        """As pip and the environment have it set."""
        pip = machine.pip_settings()
        indexes = (pip.get("index-url") or PYPI, *pip.get("extra-index-url", "").split())
        return cls(
            indexes=indexes,
            osv=os.environ.get("PIP_AUDIT_OSV_URL", OSV),  # as pip-audit has it
            certificates=machine.certificates(pip),
            insecure=tuple(pip.get("trusted-host", "").split()),
            environment={name: value for name, value in os.environ.items() if not name.startswith(OTHERS)},
        )

    def client(self) -> httpx.Client:
        """What asks them; it goes through this machine's proxy."""
        trusted = ssl.create_default_context()
        if b"BEGIN CERTIFICATE" in self.certificates:
            # Files of certificates have names of authorities between them, in any encoding.
            trusted.load_verify_locations(cadata=self.certificates.decode("ascii", "ignore"))
        insecure = any(httpx.URL(index).host in self.insecure for index in self.indexes)
        verify = False if insecure else trusted  # as pip does for a trusted host
        return httpx.Client(timeout=SECONDS, follow_redirects=True, verify=verify, headers={"Accept": ACCEPT})
