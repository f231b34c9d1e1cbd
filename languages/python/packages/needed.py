"""Which packages a program needs: what it says in a comment (PEP 723), and what it imports."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import PurePosixPath

from packaging.requirements import InvalidRequirement, Requirement

from languages.packages import Inventory, PackageProblem
from languages.python.packages.imports import third_party_imports
from languages.python.packages.metadata import packages_of, times_said
from languages.python.packages.optional import optional_imports
from languages.python.packages.shelf import KNOWN, canonical, spelled, whats_there
from languages.types import Files
from message import say

TOOLS = {"pytest"}
"""What tests have in any case."""

# What other packages import of themselves, by what is used of them: an import, a pattern in the program, a package.
IMPLIED = (
    ("qrcode", "", "pillow"),
    ("pandas", "(?i)excel", "openpyxl"),
    ("pandas", "xlsxwriter", "xlsxwriter"),
    ("pandas", r"\.plot\b", "matplotlib"),
    ("pandas", "read_html|read_xml|to_xml", "lxml"),
    ("pandas", "to_markdown", "tabulate"),
    ("pandas", r"\.style\b", "jinja2"),
    ("bs4", "lxml", "lxml"),
)


def names(files: Files) -> set[str]:
    """See `Packaging.names`."""
    asked = {name for source in files.values() for name in (*declared(source), *_imported(source))}
    return {name for name in asked - TOOLS if name == canonical(name) or name.isidentifier()}


def needed(files: Files, inventory: Inventory) -> tuple[str, ...]:
    """See `Packaging.needed`. Which version is taken isn't the program's to say: models know those of last year."""
    found: dict[str, None] = {}
    for source in files.values():
        missing = [name for name in declared(source) if name not in inventory.packages]
        unknown = _unknown_imports(source, files, inventory)
        # One that is declared may be what an unknown module comes from; once it is there, it says so itself.
        known = {} if missing else {module: canonical(KNOWN[module]) for module in unknown if module in KNOWN}
        if left := [] if missing else [module for module in unknown if module not in known]:
            raise _nobody_knows(left)
        found |= dict.fromkeys([*missing, *known.values()])
    return tuple(found)


def declared(source: str) -> Iterator[str]:
    """The packages that `source` says it needs, as in `requests[socks]`. Raises `PackageProblem`."""
    if times_said(source) > 1:
        raise PackageProblem(
            say("The program has more than one `# /// script` block; write one that names all packages.")
        )
    for text in packages_of(source):
        try:
            found = Requirement(text)
        except InvalidRequirement as error:
            raise PackageProblem(
                say("%(text)s in the `# /// script` block is no name of a package.", text=repr(text))
            ) from error
        if found.url:
            raise PackageProblem(
                say("%(text)s names an address; a package is only taken by its name at PyPI.", text=repr(text))
            )
        if found.name not in sys.stdlib_module_names:
            yield spelled(found)


def implied(source: str) -> list[str]:
    """The packages that others need for what `source` does with them, though it imports none of these."""
    modules = _imported(source)
    return [package for module, used, package in IMPLIED if module in modules and re.search(used, source)]


def _imported(source: str) -> tuple[str, ...]:
    """What a program imports; nothing where it is none, which its tests will say."""
    try:
        return third_party_imports(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ()


def _unknown_imports(source: str, files: Files, inventory: Inventory) -> list[str]:
    """The modules that `source` can't do without, and that neither are in the sandbox nor its own."""
    own = {PurePosixPath(path).parts[0].removesuffix(".py") for path in files}
    unknown = [module for module in _imported(source) if module not in {*inventory.modules, *own, *TOOLS}]
    optional = optional_imports(source) if unknown else set()
    return [module for module in unknown if module not in optional]


def _nobody_knows(modules: list[str]) -> PackageProblem:
    names = ", ".join(f"`{module}`" for module in modules)
    return PackageProblem(
        say("%(names)s can't be imported, and the program doesn't say from which package it comes.", names=names),
        f"{whats_there()} Use these if they do it. Only if none of them does, begin the program with these lines, with "
        "the package's name at PyPI, which may differ from what is imported:\n"
        '# /// script\n# dependencies = ["its-name"]\n# ///',
    )
