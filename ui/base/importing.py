"""Importing Gradio, and making components out of its own, without the work that it does for editors."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch


# Why: docs/decisions.md, "The page is served by our own uvicorn, and Gradio is kept from needless work"
@contextmanager
def without_interface_files() -> Iterator[None]:
    """Import Gradio in this block, or make a component's class, and it leaves its interface files alone.

    For each of its components, at each import, Gradio reads the component's source and makes a file with its events
    for editors (`gradio.component_meta.create_or_modify_pyi`): two fifths of what the import costs. It leaves out
    classes whose file isn't known, and to it, here, none of its own and of the page's is.
    """
    known = inspect.getfile

    def getfile(thing: Any) -> str:
        if isinstance(thing, type) and thing.__module__.startswith(("gradio.", "ui.")):
            raise OSError("not now")
        return known(thing)

    with patch.object(inspect, "getfile", getfile):
        yield
