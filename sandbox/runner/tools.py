"""The tools that are kept imported, so that a job only has to fork."""

from __future__ import annotations

import importlib
import os
import runpy
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from . import system_calls, warm_pytest
from .immortal import make_immortal

_FOR_ALL = (system_calls.filter_for_this_machine, make_immortal)
MUTMUT_SETTINGS = "[mutmut]\nsource_paths=.\n"


def to_test() -> list[Callable[[], object]]:
    """What is worth doing before the tests of a program are run, one step at a time."""
    return [warm_pytest.rehearse, warm_pytest.begun, *_FOR_ALL]


def to_check() -> list[Callable[[], object]]:
    """What is worth doing before a program is checked, the slowest first."""
    return [_load_mutmut, _load_bandit, warm_pytest.rehearse, warm_pytest.ready_config, *_FOR_ALL]


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
