"""What of the files beside a program Python and its tools would read by themselves: modules, and settings.

They lie in each job's folder, which Python looks for modules in before it looks at its own. By their place and not by
a list of names: no such list has the modules of packages that a program will need.
"""

from __future__ import annotations

from pathlib import PurePosixPath

MODULES = (".py", ".pyc", ".so", ".pyd", ".pth")
"""How the names of files end that can be imported, on any system, or tell where to import from."""
SETTINGS = frozenset(
    {
        *("pytest.ini", ".pytest.ini", "pytest.toml", ".pytest.toml", "tox.ini", "setup.cfg", "pyproject.toml"),
        *("mypy.ini", ".mypy.ini", "ruff.toml", ".ruff.toml", ".bandit", ".pdbrc", "uv.toml", ".python-version"),
    }
)
BEGINS = ".coverage"
KEPT = frozenset({"__pycache__", ".pytest_cache", ".hypothesis", ".mypy_cache", ".ruff_cache", "mutants"})
"""Folders in which tools leave what they read again: compiled modules among them."""
METADATA = (".dist-info", ".egg-info")
"""How the names end of what says which packages are there, and what in them is loaded by others."""


def takes_for_code(path: str) -> bool:
    """See `Language.takes_for_code`."""
    first, *rest = PurePosixPath(path.casefold()).parts
    if first in KEPT or first.endswith(METADATA):
        return True
    if not rest:
        return first.endswith(MODULES) or first in SETTINGS or first.startswith(BEGINS)
    return len(rest) == 1 and rest[0].startswith("__init__.") and rest[0].endswith(MODULES)
