"""Which packages a program needs: what it says in its first or last comment (PEP 723), and what it imports."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import PurePosixPath

from packaging.requirements import InvalidRequirement, Requirement

from languages.packages import Inventory, PackageProblem
from languages.python.packages.imports import third_party_imports
from languages.python.packages.metadata import packages_of
from languages.python.packages.shelf import KNOWN, canonical, whats_there
from languages.types import Files

TOOLS = {"pytest"}
"""What tests have in any case."""

OPTIONAL = {"ImportError", "ModuleNotFoundError", "Exception"}


def names(files: Files) -> set[str]:
    """See `Packaging.names`."""
    asked = {name for source in files.values() for name in (*_declared(source), *third_party_imports(source))}
    return asked - TOOLS


def needed(files: Files, inventory: Inventory) -> tuple[str, ...]:
    """See `Packaging.needed`. Which version is taken isn't the program's to say: models know those of last year."""
    found: dict[str, None] = {}
    for source in files.values():
        declared = [name for name in _declared(source) if name not in inventory.packages]
        unknown = _unknown_imports(source, files, inventory)
        known = {module: canonical(KNOWN[module]) for module in unknown if module in KNOWN}
        # One that is declared may be what an unknown module comes from; once it is there, it says so itself.
        if left := [] if declared else [module for module in unknown if module not in known]:
            raise _nobody_knows(left)
        found |= dict.fromkeys([*declared, *known.values()])
    return tuple(found)


def _declared(source: str) -> Iterator[str]:
    for text in packages_of(source):
        try:
            name = Requirement(text).name
        except InvalidRequirement as error:
            raise PackageProblem(f"{text!r} in the `# /// script` block is no name of a package.") from error
        if name not in sys.stdlib_module_names:
            yield canonical(name)


def _unknown_imports(source: str, files: Files, inventory: Inventory) -> list[str]:
    """The modules that `source` can't do without, and that neither are in the sandbox nor its own."""
    own = {PurePosixPath(path).parts[0].removesuffix(".py") for path in files}
    there = {*inventory.modules, *own, *_optional(source), *TOOLS}
    return [module for module in third_party_imports(source) if module not in there]


def _optional(source: str) -> set[str]:
    """The modules that it tries to import and can do without."""
    tries = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Try) and _is_for_imports(node))
    return {name for node in tries for part in node.body for name in third_party_imports(ast.unparse(part))}


def _is_for_imports(node: ast.Try) -> bool:
    caught = {name.id for one in node.handlers if one.type for name in ast.walk(one.type) if isinstance(name, ast.Name)}
    return bool(caught & OPTIONAL) and not any(_ends(inner) for one in node.handlers for inner in ast.walk(one))


def _ends(node: ast.AST) -> bool:
    """Whether the program doesn't go on from here."""
    return isinstance(node, ast.Raise) or (isinstance(node, ast.Call) and ast.unparse(node.func).endswith("exit"))


def _nobody_knows(modules: list[str]) -> PackageProblem:
    names = " and ".join(f"`{module}`" for module in modules)
    return PackageProblem(
        f"{names} can't be imported, and the program doesn't say from which package it comes.",
        f"{whats_there()} Use these if they do it. Only if none of them does, begin the program with these lines, with "
        "the package's name at PyPI, which may differ from what is imported:\n"
        '# /// script\n# dependencies = ["its-name"]\n# ///',
    )
