"""Whether a program fetches something from the internet, which neither the sandbox nor a page gives it."""

from __future__ import annotations

import re

from languages.python.assembly import imported_parts, own_part
from languages.python.library import public

WEB = "web"
"""The file of the parts that fetch something."""
_FETCHING = re.compile(
    r"^[ \t]*(?:import|from)[ \t]+(?:urllib\.request|http\.client|ftplib|requests|httpx|aiohttp)\b", re.MULTILINE
)


def fetches(source: str) -> bool:
    """Whether it does so by a part, or by what is usual for it."""
    by_parts = (public()[name].file == WEB for name in imported_parts(source) if name in public())
    return any(by_parts) or _FETCHING.search(own_part(source)) is not None
