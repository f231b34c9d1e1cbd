"""The tools that are kept imported beside pytest, so that a job only has to fork."""

from __future__ import annotations

import importlib
import importlib.util
import os
import runpy
import sys
import tempfile
from importlib.abc import InspectLoader
from pathlib import Path
from types import ModuleType

from .begun import Begun

MUTMUT_SETTINGS = "[mutmut]\nsource_paths=.\n"


def run_bandit(_: object) -> int:
    """What the command `bandit` does with `sys.argv`."""
    load_bandit()
    result = sys.modules["bandit.cli.main"].main()
    return result if isinstance(result, int) else 0


def run_own(begun: Begun) -> int:
    """What `python -m MODULE ...` does with a module of this package, but with the tools already imported.

    It has the descriptor of the report's pipe in its variable `REPORT`.
    """
    del sys.argv[0]
    spec = importlib.util.find_spec(f"{__package__}.{sys.argv[0]}")
    if spec is None or not isinstance(spec.loader, InspectLoader):
        raise ImportError(sys.argv[0])
    # It has no `__file__` and no `__spec__`, or a process of the program's would run it again (multiprocessing).
    main = sys.modules["__main__"] = ModuleType("__main__")
    main.__package__ = spec.parent
    vars(main)["REPORT"] = begun.report
    exec(spec.loader.get_code(spec.name) or "", vars(main))  # noqa: S102  # nosec B102 - a file of ours
    return 0


def run_script(begun: Begun) -> int:
    """What the command `python FILE ...` does with `sys.argv`, but with the tools already imported.

    The script has the descriptor of the report's pipe in its variable `REPORT`.
    """
    del sys.argv[0]
    sys.path.insert(0, str(Path(sys.argv[0]).parent.absolute()))
    runpy.run_path(sys.argv[0], {"REPORT": begun.report}, "__main__")
    return 0


def load_bandit() -> None:
    """Import bandit with all that it looks up as it runs."""
    importlib.import_module("bandit.cli.main")
    importlib.import_module("bandit.core.extension_loader")


def load_mutmut() -> None:
    """Import mutmut, which reads its settings from the working folder as it is imported, and pytest, which it uses."""
    importlib.import_module("pytest")
    before = Path.cwd()
    with tempfile.TemporaryDirectory(dir=before) as folder:
        Path(folder, "setup.cfg").write_text(MUTMUT_SETTINGS)
        os.chdir(folder)
        try:
            importlib.import_module("mutmut.__main__")
            sys.modules["mutmut.configuration"].reset_config()
        finally:
            os.chdir(before)
