"""Where the page is served, or can be."""

from __future__ import annotations

from collections.abc import Iterator

from address import PORTS, Address, is_free
from settings import Settings
from setup.doctor.finding import Finding
from setup.running_page import find_running


def examine_page(settings: Settings) -> Iterator[Finding]:
    """The page of an Assay that runs on the same data, else the port that it will get."""
    running = find_running(settings.home)
    if running:
        yield Finding("Page", "ok", f"Assay is running at {running.url}")
        return
    host = Address().host
    port = next((port for port in PORTS if is_free(host, port)), None)
    if port is None:
        summary = f"All ports from {PORTS[0]} to {PORTS[-1]} are taken by other programs."
        yield Finding("Page", "missing", summary, "Name a free one: python app.py --port N", "no_port")
    elif port == PORTS[0]:
        yield Finding("Page", "ok", f"Port {port} is free.")
    else:
        yield Finding("Page", "ok", f"Port {PORTS[0]} is taken by another program; the page will be at port {port}.")
