"""Where the page is served, or can be."""

from __future__ import annotations

from collections.abc import Iterator

from address import PORTS, Address, is_free
from message import say
from settings import Settings
from setup.doctor.finding import Finding
from setup.running_page import find_running


def examine_page(settings: Settings) -> Iterator[Finding]:
    """The page of an Assay that runs on the same data, else the port that it will get."""
    running = find_running(settings.home)
    if running:
        yield Finding(say("Page"), "ok", say("Assay is running at %(url)s", url=running.url))
        return
    host = Address().host
    port = next((port for port in PORTS if is_free(host, port)), None)
    if port is None:
        summary = say(
            "All ports from %(first)s to %(last)s are taken by other programs.",
            first=str(PORTS[0]),
            last=str(PORTS[-1]),
        )
        yield Finding(say("Page"), "missing", summary, say("Name a free one: python app.py --port N"), "no_port")
    elif port == PORTS[0]:
        yield Finding(say("Page"), "ok", say("Port %(port)s is free.", port=str(port)))
    else:
        yield Finding(
            say("Page"),
            "ok",
            say(
                "Port %(taken)s is taken by another program; the page will be at port %(port)s.",
                taken=str(PORTS[0]),
                port=str(port),
            ),
        )
