"""What a program needs, as far as that can be told where no check has found it out: in runs that failed before."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import PurePosixPath

from packaging.requirements import Requirement

from languages.python.packages.imports import third_party_imports
from languages.python.packages.metadata import packages_of, required
from languages.python.packages.needed import TOOLS, implied
from languages.python.packages.optional import optional_imports
from languages.python.packages.shelf import KNOWN, canonical, pins, popular, spelled
from languages.types import NO_NEEDS, Files, Needs
from message import say


def presumed(files: Files, provided: Sequence[str]) -> Needs:
    """See `Packaging.presumed`. What these packages need themselves is left to whatever installs them."""
    return _presumed(tuple(sorted(files.items())), tuple(provided))


@lru_cache(maxsize=32)  # a page that follows a run asks again and again
def _presumed(files: tuple[tuple[str, str], ...], provided: tuple[str, ...]) -> Needs:
    versions = pins() | {canonical(one.name): _version(one) for one in map(Requirement, provided)}
    own = {PurePosixPath(path).parts[0].removesuffix(".py") for path, _ in files}
    named = dict.fromkeys(name for _, source in files for name in _declared(source))
    unknown: dict[str, None] = {}
    for module in dict.fromkeys(module for _, source in files for module in _required(source) if module not in own):
        name = canonical(KNOWN.get(module, module))
        if module in KNOWN or name in versions:
            named.setdefault(name)
        elif name not in named:
            unknown[module] = None
    named |= dict.fromkeys(name for _, source in files for name in _implied(source) if name in versions)
    if not named and not unknown:
        return NO_NEEDS
    pinned = {name: f"{name}=={versions[_bare(name)]}" for name in named if _bare(name) in versions}
    # What the model names and few use would be installed by whoever starts the program, and nobody has looked at it.
    usual = {name for name in named if _bare(name) in {*popular(), *map(canonical, KNOWN.values())}}
    loose, doubtful = sorted(usual - pinned.keys()), sorted(named.keys() - usual - pinned.keys())
    return Needs(tuple(sorted([*pinned.values(), *loose])), remarks=tuple(_remarks(loose, doubtful, sorted(unknown))))


def _version(package: Requirement) -> str:
    return next(iter(package.specifier)).version


def _bare(name: str) -> str:
    return name.partition("[")[0]


def _remarks(loose: Sequence[str], doubtful: Sequence[str], unknown: Sequence[str]) -> Iterator[str]:
    yield say("The packages of this program were not checked.")
    if loose:
        yield say("In which version is not known: %(names)s", names=", ".join(loose))
    if doubtful:
        yield say("Left out, because few use it and nobody has looked at it: %(names)s", names=", ".join(doubtful))
    if unknown:
        yield say("Imported, and not known from which package: %(names)s", names=", ".join(unknown))


def _declared(source: str) -> list[str]:
    found = (one for one in map(required, packages_of(source)) if one)
    return [spelled(one) for one in found if one.name not in sys.stdlib_module_names]


def _required(source: str) -> tuple[str, ...]:
    """The modules that it can't do without; none where it is no program."""
    try:
        optional = optional_imports(source) | TOOLS
        return tuple(module for module in third_party_imports(source) if module not in optional)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ()


def _implied(source: str) -> list[str]:
    return implied(source) if _required(source) else []
