"""Memory, and how this computer reaches the network."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.filesize import decimal

from environment import SCHEMES, loopback_missing, proxies
from message import either, say
from settings import Settings
from setup.doctor.finding import Finding
from setup.memory import GIBIBYTE, this_computer

SANDBOX_BYTES = 2 * GIBIBYTE
"""What a sandbox may take at most."""


def examine_computer(settings: Settings) -> Iterator[Finding]:
    """Memory, then a proxy where there is one."""
    yield _memory()
    if settings.unusable_proxies:
        yield _unusable(settings.unusable_proxies)
    elif proxies():
        yield _proxy(settings)


def _memory() -> Finding:
    memory = this_computer()
    summary = say("%(available)s are free of %(memory)s.", available=decimal(memory.available), memory=str(memory))
    if memory.available >= SANDBOX_BYTES:
        return Finding(say("Memory"), "ok", summary)
    return Finding(say("Memory"), "optional", summary, say("Close other programs while Assay works."), "little")


def _unusable(variables: Sequence[str]) -> Finding:
    listed = ", ".join(variables)
    summary = say("The proxy in %(variables)s can't be used, so Assay goes without it.", variables=listed)
    forms = either([f"{scheme}://" for scheme in SCHEMES])
    advice = say("If you need one, write its address so that it begins with %(forms)s.", forms=forms)
    return Finding(say("Proxy"), "optional", summary, advice, "proxy_unusable")


def _proxy(settings: Settings) -> Finding:
    missing = loopback_missing(settings.no_proxy)
    if not missing:
        return Finding(say("Proxy"), "ok", say("There is a proxy, and NO_PROXY leaves this computer out."))
    summary = say("There is a proxy, and NO_PROXY doesn't leave this computer out. Assay does so by itself.")
    advice = say("For other programs, such as Ollama's own, add to NO_PROXY: %(missing)s", missing=",".join(missing))
    return Finding(say("Proxy"), "optional", summary, advice, "no_proxy_incomplete")
