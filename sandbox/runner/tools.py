"""The tools that are kept imported, so that a job only has to fork."""

from __future__ import annotations

import importlib
import os
import runpy
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from . import system_calls, warm_pytest
from .immortal import make_immortal

MUTMUT_SETTINGS = "[mutmut]\nsource_paths=.\n"


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


@dataclass(frozen=True)
class Preparation:
    """What a zygote does before its first job, and once there is a moment without any."""

    at_once: tuple[Callable[[], object], ...]
    when_quiet: tuple[Callable[[], object], ...]


# To become immortal takes as long as many jobs gain by it.
TO_TEST = Preparation(
    (system_calls.filter_for_this_machine, warm_pytest.rehearse, warm_pytest.begun_and_sealed), (make_immortal,)
)
TO_CHECK = Preparation(
    (system_calls.filter_for_this_machine, _load_mutmut, _load_bandit), (warm_pytest.rehearse, make_immortal)
)
