"""What a fork takes along of the processes that its parent started, and a new interpreter would not have."""

from __future__ import annotations

import atexit
import itertools
import sys
from pathlib import Path
from typing import Any


def forget_processes() -> None:
    """Let `multiprocessing`, where a test has used it, begin anew: what it talks to belongs to the test's process."""
    for module, name in (("resource_tracker", "_resource_tracker"), ("forkserver", "_forkserver")):
        if found := _loaded(module):
            getattr(found, name).__init__()
    if found := _loaded("context"):
        found._default_context._actual_context = None
    if found := _loaded("process"):
        found.ORIGINAL_DIR = str(Path.cwd())  # where those that it starts look for the program
        found._children = set()
        found._process_counter = itertools.count(1)
    if found := _loaded("util"):
        found._finalizer_registry.clear()
        found._run_after_forkers()
        atexit.register(found._exit_function)


def _loaded(name: str) -> Any:
    return sys.modules.get(f"multiprocessing.{name}")
