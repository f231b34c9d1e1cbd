"""Memory, and how this computer reaches the network."""

from __future__ import annotations

import urllib.request
from collections.abc import Iterator

from rich.filesize import decimal

from message import say
from settings import Settings, loopback_missing
from setup.doctor.finding import Finding
from setup.memory import GIBIBYTE, this_computer

SANDBOX_BYTES = 2 * GIBIBYTE
"""What a sandbox may take at most."""


def examine_computer(settings: Settings) -> Iterator[Finding]:
    """Memory, then a proxy where there is one."""
    yield _memory()
    proxies = {scheme: url for scheme, url in urllib.request.getproxies().items() if scheme in ("http", "https", "all")}
    if proxies:
        yield _proxy(settings)


def _memory() -> Finding:
    memory = this_computer()
    summary = say("%(available)s are free of %(memory)s.", available=decimal(memory.available), memory=str(memory))
    if memory.available >= SANDBOX_BYTES:
        return Finding(say("Memory"), "ok", summary)
    return Finding(say("Memory"), "optional", summary, say("Close other programs while Assay works."), "little")


def _proxy(settings: Settings) -> Finding:
    missing = loopback_missing(settings.no_proxy)
    if not missing:
        return Finding(say("Proxy"), "ok", say("There is a proxy, and NO_PROXY leaves this computer out."))
    summary = say("There is a proxy, and NO_PROXY doesn't leave this computer out. Assay does so by itself.")
    advice = say("For other programs, such as Ollama's own, add to NO_PROXY: %(missing)s", missing=",".join(missing))
    return Finding(say("Proxy"), "optional", summary, advice, "no_proxy_incomplete")
