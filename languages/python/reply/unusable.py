"""What no test can use: libraries that aren't there, and whatever skips a test instead of failing it."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence

from languages.python.reply.imports import FOREIGN
from languages.python.reply.kinds import is_test_function
from languages.python.reply.syntax import Function, Statement, bound_names, joined, read_names, undefined_names

SKIPPED = "It can be skipped or is expected to fail, so it would show nothing."
EVERY_TEST = "pytestmark"
_SKIPS = {
    "pytest": ("skip", "xfail", "importorskip"),
    "pytest.mark": ("skip", "skipif", "xfail"),
    "mark": ("skip", "skipif", "xfail"),
    "unittest": ("skip", "skipIf", "skipUnless", "SkipTest", "expectedFailure"),
    "self": ("skipTest",),
}


def unusable_names(parts: Sequence[Statement]) -> dict[str, str]:
    """The names in a file that no test can use, each with the reason in a sentence.

    These are imports of what isn't there, and what depends on one or skips tests: helpers, fixtures,
    constants, classes by what their tests share. `pytestmark` among them concerns every test.
    """
    skips = _imported_skips(parts)
    found = {name: _needs(name) for name in undefined_names(joined(parts)) & FOREIGN}
    shared = {id(part): _shared(part.node) for part in parts}
    for part in parts:
        if reason := _flaw(shared[id(part)], skips):
            found |= dict.fromkeys(_given(part.node), reason)
    _spread(found, [(_given(part.node), shared[id(part)]) for part in parts])
    return found | dict.fromkeys(skips, SKIPPED)


def _spread(found: dict[str, str], uses: Iterable[tuple[set[str], list[ast.AST]]]) -> None:
    """Add to `found` the names of all that depends on it; `uses` are the names given, and by what."""
    given_by: dict[str, set[str]] = {}
    for given, nodes in uses:
        for name in {name for node in nodes for name in _reads(node)}:
            given_by.setdefault(name, set()).update(given)
    pending = sorted(found)
    while pending:
        name = pending.pop()
        more = sorted(given_by.get(name, set()) - found.keys())
        found |= dict.fromkeys(more, found[name])
        pending += more


def unusable(node: ast.AST, names: dict[str, str]) -> str:
    """Why a test, or another node by itself, can't be used; empty if it can. `names` are those of `unusable_names`."""
    bad = (_reads(node) | {EVERY_TEST}) & names.keys()
    return names[min(bad)] if bad else _flaw([node], set())


def _shared(node: ast.stmt) -> list[ast.AST]:
    """What a statement has that others may depend on: of a test nothing, of a class all but its tests."""
    if is_test_function(node):
        return []
    if not isinstance(node, ast.ClassDef):
        return [node]
    return [*node.bases, *node.decorator_list, *(inner for inner in node.body if not is_test_function(inner))]


def _given(node: ast.stmt) -> set[str]:
    """The names that a statement gives, of imports only what isn't there."""
    aliases = _foreign(node)
    names = {alias.asname or alias.name.partition(".")[0] for alias in aliases}
    return names if isinstance(node, ast.Import | ast.ImportFrom) else names | bound_names(node)


def _reads(node: ast.AST) -> set[str]:
    arguments = {inner.arg for inner in ast.walk(node) if isinstance(inner, ast.arg)}
    return read_names(node) | (arguments if isinstance(node, Function) else set())


def _flaw(nodes: Iterable[ast.AST], skips: set[str]) -> str:
    for node in nodes:
        if aliases := _foreign(node):
            return _needs(aliases[0].name)
        if any(_skips(inner) for inner in ast.walk(node)) or read_names(node) & skips:
            return SKIPPED
    return ""


def _foreign(node: ast.AST) -> list[ast.alias]:
    """What is imported in a node from libraries that aren't there; of `from a import b` named `a`."""
    found: list[ast.alias] = []
    for inner in ast.walk(node):
        if isinstance(inner, ast.Import):
            found += [alias for alias in inner.names if alias.name.partition(".")[0] in FOREIGN]
        elif isinstance(inner, ast.ImportFrom) and (inner.module or "").partition(".")[0] in FOREIGN:
            found += [ast.alias(inner.module or "", alias.asname or alias.name) for alias in inner.names]
    return found


def _needs(module: str) -> str:
    return f"It needs `{module.partition('.')[0]}`, but tests can only use pytest and what comes with Python."


def _skips(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and node.attr in _SKIPS.get(ast.unparse(node.value), ())


def _imported_skips(parts: Sequence[Statement]) -> set[str]:
    """What skips tests by a name of its own: `from unittest import skip`."""
    imports = [part.node for part in parts if isinstance(part.node, ast.ImportFrom)]
    aliases = [(node.module or "", alias) for node in imports for alias in node.names]
    return {alias.asname or alias.name for module, alias in aliases if alias.name in _SKIPS.get(module, ())}
