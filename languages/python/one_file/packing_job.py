"""Runs inside the sandbox: packs those of the packages, named as arguments, that need nothing but Python.

Leaves `_assay/packages.zip`, and prints as JSON what was `packed`, as in `openpyxl 3.1.5`, and which need `more`. A
package that is `optional` in what it has compiled does without it.
"""

from __future__ import annotations

import json
import sys
import zipfile
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path, PurePosixPath

ARCHIVE = "_assay/packages.zip"
OPTIONAL = {"charset-normalizer", "fonttools", "markupsafe", "pyyaml", "rapidfuzz"}
# Why: docs/decisions.md, "One HTML file has Pyodide in it, and packages by the digests of its lock"
COMPILED = (".so", ".pyd", ".dylib", ".pyc")


def pack(names: list[str]) -> dict[str, list[str]]:
    """Pack them. What this Python doesn't have isn't needed on this system, and so left out."""
    packed, more = [], []
    with zipfile.ZipFile(ARCHIVE, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in names:
            try:
                found = distribution(name)
            except PackageNotFoundError:
                continue
            if not is_plain(found) and name not in OPTIONAL:
                more.append(name)
                continue
            packed.append(f"{name} {found.version}")
            for path, content in files_of(found):
                archive.writestr(path, content)
    return {"packed": packed, "more": more}


def is_plain(found: Distribution) -> bool:
    """Whether it says that it has nothing compiled."""
    return "Root-Is-Purelib: true" in (found.read_text("WHEEL") or "")


def files_of(found: Distribution) -> Iterator[tuple[str, bytes]]:
    """What is imported of it, by path."""
    for path in found.files or ():
        parts = PurePosixPath(path).parts
        if ".." not in parts and path.suffix not in COMPILED and "__pycache__" not in parts:
            yield str(PurePosixPath(path)), Path(path.locate()).read_bytes()


if __name__ == "__main__":
    print(json.dumps(pack(sys.argv[1:])))  # noqa: T201
