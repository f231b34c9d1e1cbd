"""Start the runner: `python -s -P __main__.py --work DIR [--language DIR]`.

The package is loaded under a private name and without touching `sys.path`, so that a program under
test can have a module of any name.
"""

import importlib.util
import sys
from pathlib import Path

NAME = "_runner"


def load() -> None:
    here = Path(__file__).resolve().parent
    spec = importlib.util.spec_from_file_location(NAME, here / "__init__.py", submodule_search_locations=[str(here)])
    if spec is None or spec.loader is None:
        raise ImportError(NAME)
    package = importlib.util.module_from_spec(spec)
    sys.modules[NAME] = package
    spec.loader.exec_module(package)


load()
importlib.import_module(f"{NAME}.server").main(sys.argv[1:])
