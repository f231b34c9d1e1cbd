"""What a pytest function gives the program, of what stands around it: never what says what is expected."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from languages.python.candidates import ENTRY
from languages.python.expectations import states
from languages.python.reply.written import is_fixture, is_test_class, is_test_function, needed
from languages.python.syntax import GIVEN, Function, bound_names, is_docstring, read_names


@dataclass(frozen=True, slots=True)
class Reads:
    """What a test reads, by name: to do something with the program, and to state something.

    Names `of_program` hold what the test is given or what comes of the program, `known` ones have a meaning beside it,
    and those that are `checking` are helpers that state something.
    """

    inputs: set[str]
    stated: set[str]
    of_program: set[str]
    known: frozenset[str]
    checking: set[str]

    def is_free(self, call: ast.Call) -> bool:
        """Whether it calls by a name that only the program can have."""
        return _is_free(call, self.known)


def inputs_of(module: ast.Module, reads: Reads) -> list[ast.stmt]:
    """The constants and helpers of the module that a test gives the program, or uses to do something with it.

    None that states something, and none that is read where something is stated, other than in what the program is
    called with: it would tell what is expected.
    """
    helping = [
        node for node in module.body if _is_own(node) and not states(node) and not bound_names(node) & reads.stated
    ]
    return [_without_docstring(node) for node in needed(helping, reads.inputs)]


def _is_own(node: ast.stmt) -> bool:
    is_test = is_test_function(node) or is_test_class(node) or is_fixture(node)
    return isinstance(node, Function | ast.Assign | ast.AnnAssign) and not is_test


def reads_of(function: Function, module: ast.Module) -> Reads:
    """What a test of this module reads."""
    given = {one.arg for one in ast.walk(function.args) if isinstance(one, ast.arg)}
    bound = (node for node in (*function.body, *module.body) if not _is_of_program(node))
    known = GIVEN | given | {name for node in bound for name in bound_names(node)}
    made = (node for node in module.body if isinstance(node, Function) and is_fixture(node))
    fixtures = {node.name for node in made if not _calls_program(node, known)}
    of_program = _of_program(function, given - fixtures, known)
    helpers = [node for node in (*function.body, *module.body) if isinstance(node, Function) and _is_own(node)]
    checking = {node.name for node in helpers if states(node)}
    found = Reads(set(), set(), of_program, known, checking)
    # The last one first: what a name holds is an input where the name is one later on.
    for statement in reversed(function.body):
        calls = [one for one in ast.walk(statement) if isinstance(one, ast.Call)]
        found.inputs.update(name for call in calls if _is_free(call, known) for name in _arguments(call))
        if states(statement):
            found.stated.update(_outside(statement, known))
            continue
        found.inputs.update(name for call in calls if read_names(call) & of_program for name in read_names(call))
        if bound_names(statement) & (found.inputs - found.stated):
            found.inputs.update(read_names(statement))
    return found


def _of_program(function: Function, given: Collection[str], known: Collection[str]) -> set[str]:
    """The names of what a test is given, and of what comes of that or of the program."""
    found = set(given)
    for statement in function.body:
        for part in _parts(statement):
            if _calls_program(part, known) or read_names(part) & found:
                found |= bound_names(part)
    return found


def _parts(statement: ast.stmt) -> list[ast.stmt]:
    """A statement that gives several names something at once, as one for each."""
    match statement:
        case ast.Assign([ast.Tuple(names)], ast.Tuple(values)) if len(names) == len(values):
            return [ast.Assign([name], value, lineno=0) for name, value in zip(names, values, strict=True)]
        case _:
            return [statement]


def _is_of_program(node: ast.stmt) -> bool:
    """Whether this imports something of the program."""
    return isinstance(node, ast.ImportFrom) and node.module == Path(ENTRY).stem


def _is_free(call: ast.Call, known: Collection[str]) -> bool:
    """Whether it calls by a name that only the program can have."""
    return isinstance(call.func, ast.Name) and call.func.id not in known


def _calls_program(node: ast.AST, known: Collection[str]) -> bool:
    return any(isinstance(one, ast.Call) and _is_free(one, known) for one in ast.walk(node))


def _arguments(call: ast.Call) -> set[str]:
    return {name for one in (*call.args, *call.keywords) for name in read_names(one)}


def _outside(node: ast.AST, known: Collection[str]) -> Iterator[str]:
    """The names that are read other than in what the program is called with."""
    if isinstance(node, ast.Name):
        yield node.id
    elif not (isinstance(node, ast.Call) and _is_free(node, known)):
        for inner in ast.iter_child_nodes(node):
            yield from _outside(inner, known)


def _without_docstring(node: ast.stmt) -> ast.stmt:
    if isinstance(node, Function) and len(node.body) > 1 and is_docstring(node.body[0]):
        del node.body[0]
    return node
