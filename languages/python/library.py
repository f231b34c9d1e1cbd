"""The parts that programs are made of, as source: what each name needs, and what models are told of them."""

from __future__ import annotations

import ast
import copy
import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from graphlib import TopologicalSorter
from importlib import resources
from importlib.resources.abc import Traversable

from languages.python.syntax import Definition, Statement, bound_names, is_docstring, is_future, read_names, statements

PACKAGE = "languages.python.parts"
LANGUAGE_TAG = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]+)*")
WORDS = "words"
"""The folder with what the sentences are in other languages, a JSON file for each."""


@dataclass(frozen=True, slots=True)
class Part:
    """One top-level statement of a part's file: its `text`, the names that it defines, and those it `needs`.

    `sentences` are those that it says, in English.
    """

    file: str
    text: str
    names: frozenset[str]
    needs: frozenset[str]
    sentences: tuple[str, ...] = ()
    is_import: bool = False
    signature: str = ""
    about: str = ""


@cache
def parts() -> tuple[Part, ...]:
    """All of them, so that each stands below what it needs while it is loaded."""
    files = {_module(file): file.read_text(encoding="utf-8") for file in _files(resources.files(PACKAGE))}
    order = TopologicalSorter({name: _imported(text) & set(files) for name, text in sorted(files.items())})
    return tuple(part for name in order.static_order() for part in _read(name, files[name]))


def needed(names: Collection[str]) -> list[Part]:
    """What programs that use these names need, imports first, in the order in which it can be loaded.

    Raises `KeyError` for a name that no part has.
    """
    home = {name: part for part in parts() if not part.is_import for name in part.names}
    found: set[Part] = set()
    pending = [home[name] for name in names]
    while pending:
        part = pending.pop()
        if part not in found:
            found.add(part)
            pending += [home[name] for name in part.needs & home.keys()]
    wanted = {name for part in found for name in part.needs} - home.keys()
    imports = {part.text: part for part in parts() if part.is_import and part.names & wanted}
    return [*sorted(imports.values(), key=lambda part: part.text), *(part for part in parts() if part in found)]


def public() -> Mapping[str, Part]:
    """What programs may import, by its name."""
    return {name: part for part in parts() if part.signature for name in part.names}


@cache
def words(language: str) -> Mapping[str, str]:
    """What the sentences of the parts are in a language, as `de` or `pt-BR`; empty for one that has none.

    A model wrote which one it is, so nothing that could be a path is taken for one.
    """
    whole = language.replace("_", "-")
    for tag in (whole, whole.partition("-")[0]) if LANGUAGE_TAG.fullmatch(whole) else ():
        file = resources.files(PACKAGE).joinpath(WORDS, f"{tag}.json")
        if file.is_file():
            found: dict[str, str] = json.loads(file.read_text(encoding="utf-8"))
            return found
    return {}


def _files(folder: Traversable) -> Iterator[Traversable]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _files(entry)
        elif entry.name.endswith(".py") and entry.name != "__init__.py":
            yield entry


def _module(file: Traversable) -> str:
    """As in `languages.python.parts.read.tables`."""
    tail = str(file).replace("\\", "/").rpartition("/parts/")[2]
    return f"{PACKAGE}.{tail.removesuffix('.py').replace('/', '.')}"


def _imported(text: str) -> set[str]:
    found = (part.node for part in statements(text))
    return {node.module or "" for node in found if isinstance(node, ast.ImportFrom)}


def _read(module: str, text: str) -> Iterator[Part]:
    pending: list[Statement] = []
    for one in statements(text):
        if is_future(one.node) or _is_ours(one.node):
            continue
        if is_docstring(one.node):
            # What stands below a constant says what it is for; what stands at the top is about the file.
            pending = [*pending, one] if pending else []
            continue
        if pending:
            yield _part(module, pending)
        pending = [one]
    if pending:
        yield _part(module, pending)


def _is_ours(node: ast.stmt) -> bool:
    return isinstance(node, ast.ImportFrom) and (node.module or "").startswith(f"{PACKAGE}.")


def _part(module: str, lines: Sequence[Statement]) -> Part:
    node = lines[0].node
    names, is_import = bound_names(node), isinstance(node, ast.Import | ast.ImportFrom)
    is_public = isinstance(node, Definition) and not node.name.startswith("_")
    return Part(
        file=module.removeprefix(f"{PACKAGE}."),
        text="\n".join(line.text for line in lines),
        names=frozenset(names),
        needs=frozenset() if is_import else frozenset(read_names(node)) - names,
        sentences=tuple(_sentences(node)),
        is_import=is_import,
        signature=_signature(node) if is_public else "",
        about=_first_sentence(node) if isinstance(node, Definition) else "",
    )


def _first_sentence(node: Definition) -> str:
    return (ast.get_docstring(node) or "").partition("\n\n")[0].replace("\n", " ")


def _sentences(node: ast.stmt) -> Iterator[str]:
    for call in ast.walk(node):
        match call:
            case ast.Call(func=ast.Name(id="sentence"), args=[ast.Constant(value=str(english)), *_]):
                yield english


def _signature(node: ast.stmt) -> str:
    if isinstance(node, ast.ClassDef):
        return f"class {node.name}"
    if isinstance(node, ast.FunctionDef):
        returned = f" -> {ast.unparse(node.returns)}" if node.returns else ""
        return f"{node.name}({_parameters(node.args)}){returned}"
    return ""


def _parameters(arguments: ast.arguments) -> str:
    """Without their types: their names and what is said of them tell enough."""
    bare = copy.deepcopy(arguments)
    for one in ast.walk(bare):
        if isinstance(one, ast.arg):
            one.annotation = None
    return ast.unparse(bare)
