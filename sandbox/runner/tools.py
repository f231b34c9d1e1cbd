"""The tools that are kept imported, so that a job only has to fork."""

from __future__ import annotations

import importlib
import multiprocessing
import os
import runpy
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from . import warm_pytest
from .report import Reporter

MUTMUT_SETTINGS = "[mutmut]\nsource_paths=.\n"


def preloads() -> list[Callable[[], object]]:
    """What is worth importing while there is nothing else to do, one step at a time."""
    return [
        warm_pytest.rehearse,
        warm_pytest.ready_config,
        _load_bandit,
        _load_mutmut,
        warm_pytest.ready_to_seal,  # it rehearses again, now that all is imported
    ]


def run_pytest(arguments: list[str], reporter: Reporter) -> int:
    """What the command `pytest` does, reporting each test."""
    multiprocessing.set_start_method(None, force=True)  # as if mutmut weren't there
    return warm_pytest.run(arguments, reporter)


def run_bandit() -> int:
    """What the command `bandit` does with `sys.argv`."""
    _load_bandit()
    return _status(sys.modules["bandit.cli.main"].main())


def run_mutmut() -> int:
    """What the command `mutmut` does with `sys.argv`."""
    if "mutmut.__main__" in sys.modules:
        sys.modules["mutmut.configuration"].reset_config()
    return _status(importlib.import_module("mutmut.__main__").cli())


def run_python() -> int:
    """What the command `python FILE ...` does with `sys.argv`, but with the tools already imported."""
    del sys.argv[0]
    sys.path.insert(0, str(Path(sys.argv[0]).parent.absolute()))
    runpy.run_path(sys.argv[0], run_name="__main__")
    return 0


def _load_bandit() -> None:
    importlib.import_module("bandit.cli.main")
    importlib.import_module("bandit.core.extension_loader")


def _load_mutmut() -> None:
    """Import mutmut, which reads its settings from the working folder as it is imported."""
    before = Path.cwd()
    with tempfile.TemporaryDirectory(dir=before) as folder:
        Path(folder, "setup.cfg").write_text(MUTMUT_SETTINGS)
        os.chdir(folder)
        try:
            importlib.import_module("mutmut.__main__")
            sys.modules["mutmut.configuration"].reset_config()
        finally:
            os.chdir(before)


def _status(result: object) -> int:
    return result if isinstance(result, int) else 0
