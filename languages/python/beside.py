"""What of the files beside a program Python and its tools would read by themselves: modules, and settings.

They lie in each job's folder, which Python looks for modules in before it looks at its own. By their place and not by
a list of names: no such list has the modules of packages that a program will need. Deeper down lie files of people's
own, as programs that a class handed in; those are only taken for code where Python joins folders.
"""

from __future__ import annotations

from pathlib import PurePosixPath

MODULES = (".py", ".pyw", ".pyc", ".so", ".pyd", ".pth")
"""How the names of files end that can be imported, on any system, or tell where to import from."""
SETTINGS = frozenset(
    {
        *("pytest.ini", ".pytest.ini", "pytest.toml", ".pytest.toml", "tox.ini", "setup.cfg", "pyproject.toml"),
        *("matplotlibrc", ".numba_config.yaml"),
        *("mypy.ini", ".mypy.ini", "ruff.toml", ".ruff.toml", ".bandit", ".pdbrc", "uv.toml", ".python-version"),
    }
)
BEGINS = ".coverage"
KEPT = frozenset({"__pycache__", ".pytest_cache", ".hypothesis", ".mypy_cache", ".ruff_cache", "mutants"})
"""Folders in which tools leave what they read again: compiled modules among them."""
NAMESPACES = frozenset(
    {
        *("azure", "backports", "google", "jaraco", "mpl_toolkits", "opentelemetry", "paste", "repoze", "ruamel"),
        *("sphinxcontrib", "zope"),
    }
)
"""Folders that several packages share, so that Python joins them with one in a job's folder: it has no `__init__`.

Any other folder without one gives way to the installed package of its name.
"""
METADATA = (".dist-info", ".egg-info")
"""How the names end of what says which packages are there, and what in them is loaded by others."""


def takes_for_code(path: str) -> bool:
    """See `Language.takes_for_code`."""
    *folders, name = PurePosixPath(path.casefold()).parts
    first = folders[0] if folders else name
    if first in KEPT or first.endswith(METADATA):
        return True
    if not folders:
        return name.endswith(MODULES) or name in SETTINGS or name.startswith(BEGINS)
    return name.endswith(MODULES) and (first in NAMESPACES or (len(folders) == 1 and name.startswith("__init__.")))
