"""What of this machine the Python that runs Assay needs, wherever it is installed: its own files, and no others'."""

from __future__ import annotations

import os
import sys
import sysconfig
from collections.abc import Iterable
from pathlib import Path

LIBRARIES = ("*.so*", "tcl*", "tk*", "itcl*", "thread*")  # beside Python's own folder: its own, OpenSSL, Tcl/Tk


def own_python() -> list[str]:
    """The files and folders, each by its name and as what a link of that name leads to.

    Not the folders that it was installed into: with `~/.local`, these hold whatever else this person has.
    """
    settings = (Path(sys.prefix, "pyvenv.cfg"),)
    found = {str(path) for path in (*_executables(), *settings, *_modules(), *_libraries()) if path.exists()}
    found |= {os.path.realpath(path) for path in found}
    return sorted(path for path in found if not any(str(above) in found for above in Path(path).parents))


def _executables() -> Iterable[Path]:
    """This one, and the one that a virtual environment was made from."""
    base = getattr(sys, "_base_executable", sys.executable)
    return Path(sys.executable), Path(base), Path(sys.base_prefix, "bin", Path(base).name)


def _modules() -> Iterable[Path]:
    bases = {"base": sys.base_prefix, "platbase": sys.base_exec_prefix}
    names = ("stdlib", "platstdlib")
    return [Path(sysconfig.get_path(name, vars=bases)) for name in names] + [
        Path(sysconfig.get_path(name)) for name in ("purelib", "platlib")
    ]


def _libraries() -> Iterable[Path]:
    """Nothing but the system's own are there where Python came with the system."""
    folder = Path(sysconfig.get_path("stdlib")).parent
    return (path for pattern in LIBRARIES for path in folder.glob(pattern))
