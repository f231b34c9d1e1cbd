"""The engines there are, by name. Another one is a file and a line here."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engines.base import Engine, Execute
from engines.local import open_local
from storage.store import Store

ENGINES: Mapping[str, Callable[[Store, Execute], Engine]] = {"local": open_local}
"""What opens each on a history."""
