"""The tests written in a file, by the names that pytest gives them; and the file without some of them."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, count

from languages.errors import NoUsableReply
from languages.python.syntax import Definition, Function, bound_names, first_line, is_docstring, parse, read_names
from message import say

FUTURE = "__future__"


def is_fixture(node: ast.AST) -> bool:
    """Whether pytest calls this function to prepare tests, not as one."""
    return isinstance(node, Definition) and any("fixture" in ast.unparse(mark) for mark in node.decorator_list)


def is_test_function(node: ast.AST) -> bool:
    """Whether pytest takes a function for a test."""
    return isinstance(node, Function) and node.name.startswith("test") and not is_fixture(node)


def is_test_class(node: ast.AST) -> bool:
    """Whether pytest looks for tests in a class."""
    if not isinstance(node, ast.ClassDef):
        return False
    return node.name.startswith("Test") or any("Test" in ast.unparse(base) for base in node.bases)


@dataclass(frozen=True, slots=True)
class WrittenTest:
    """A test function as it stands in a file. `name` is pytest's, as in `TestA::test_b`; `owners` are its classes."""

    name: str
    node: Function
    owners: tuple[ast.ClassDef, ...] = ()

    @property
    def starts(self) -> bool:
        """Whether it asks for the fixture that starts the program."""
        return "program" in {argument.arg for argument in (*self.node.args.args, *self.node.args.kwonlyargs)}


def by_itself(test: WrittenTest, code: str, with_values: bool = False, there: str = "") -> Function:
    """A test with all that it needs of its file, which has this `code`, in its body: so it meets no name of others.

    What stands so in the file that it comes to, which has the code `there`, is left to that. Raises `NoUsableReply`
    where that can't be, as for a test in a class, or with marks or fixtures of its own; where it may be `with_values`,
    not for the values that it is run with.
    """
    around = [node for node in parse(code).body if not (isinstance(node, ast.ImportFrom) and node.module == FUTURE)]
    asked = {argument.arg for argument in test.node.args.args}
    marks = [one for one in test.node.decorator_list if not (with_values and _gives_values(one))]
    if test.owners or marks or any(bound_names(node) & asked for node in around):
        raise NoUsableReply(say("%(name)s needs more than what stands in it.", name=test.name))
    body = test.node.body
    said = body[: int(is_docstring(body[0]))]  # which is one only where it comes first
    brought = _not_there(needed(around, read_names(test.node)), there)
    test.node.body = said + brought + body[len(said) :]
    return test.node


def _not_there(statements: Sequence[ast.stmt], code: str) -> list[ast.stmt]:
    """Those that don't stand in that code word for word, and those that read what such a one gives."""
    stand = {ast.unparse(node) for node in parse(code).body}
    missing = [node for node in statements if ast.unparse(node) not in stand]
    given = set[str]().union(*map(bound_names, missing))
    while more := [node for node in statements if node not in missing and read_names(node) & given]:
        missing += more
        given |= {name for node in more for name in bound_names(node)}
    return [node for node in statements if node in missing]


def _gives_values(mark: ast.expr) -> bool:
    """Whether a mark says nothing but with which values a test is run."""
    if not isinstance(mark, ast.Call) or ast.unparse(mark.func) != "pytest.mark.parametrize":
        return False
    try:
        return all(ast.literal_eval(one) is not None for one in (*mark.args, *(word.value for word in mark.keywords)))
    except ValueError:
        return False


def needed(around: Sequence[ast.stmt], names: Collection[str]) -> list[ast.stmt]:
    """Those of the statements that give a meaning to one of the names, or to what such a one reads; in their order."""
    found, pending = list[ast.stmt](), set(names)
    while more := [node for node in around if node not in found and bound_names(node) & pending]:
        found += more
        pending |= {one for node in more for one in read_names(node)}
    return [node for node in around if node in found]


class WrittenTests:
    """The tests of one file, also those under an `if` or in a loop."""

    def __init__(self, code: str) -> None:
        self._tree = parse(code)
        self._code = code
        self._tests = list(_tests_in(self._tree, ()))
        self._by_name = {test.name: test for test in self._tests}
        self._classes = {node.name: node for node in ast.walk(self._tree) if isinstance(node, ast.ClassDef)}

    def __iter__(self) -> Iterator[WrittenTest]:
        return iter(self._tests)

    def find(self, name: str) -> WrittenTest | None:
        """The test that pytest calls `name`, where it may be inherited; None if nothing in the file is written so."""
        owner, _, method = name.rpartition("::")
        pending, seen = [owner], set[str]()
        while pending:
            here = pending.pop(0)
            if found := self._by_name.get(f"{here}::{method}" if here else method):
                return found
            seen.add(here)
            node = self._classes.get(here.rpartition("::")[2])
            pending += [base for base in (_bases(node) if node else []) if base not in seen]
        return None

    def is_class(self, name: str) -> bool:
        """Whether this is the name of a class, which pytest says more of only where it is broken."""
        return name.rpartition("::")[2] in self._classes

    def without(self, names: Collection[str]) -> str:
        """The file less the tests of these names, and less classes that only held them; all else stays as it is."""
        if not names:
            return self._code
        unwanted: set[ast.AST] = {test.node for test in self._tests if test.name in names}
        unwanted |= {node for node in self._classes.values() if self._is_emptied(node, unwanted)}
        lines = self._code.split("\n")
        # From the end on, so that the numbers of the lines before stay right.
        for node, left in sorted(_removals(self._tree, unwanted), key=lambda pair: pair[0].lineno, reverse=True):
            start, end = _lines_of(node, lines)
            lines[start:end] = left
        return "\n".join(lines).strip("\n") + "\n"

    def _is_emptied(self, node: ast.ClassDef, unwanted: set[ast.AST]) -> bool:
        own = [test for test in self._tests if node in test.owners]
        is_used = any(node.name in read_names(other) for other in self._tree.body if other is not node)
        return bool(own) and not is_used and all(test.node in unwanted for test in own)


def with_own_names(code: str) -> str:
    """`code` with a name of its own for each test and class of tests: of two of one name, Python forgets the first."""
    tree = parse(code)
    lines = code.split("\n")
    for body in (tree.body, *(node.body for node in tree.body if isinstance(node, ast.ClassDef))):
        taken: set[str] = set()
        for node in body:
            if isinstance(node, Definition) and (is_test_function(node) or is_test_class(node)):
                others = (f"{node.name}_{number}" for number in count(2))
                name = next(name for name in chain([node.name], others) if name not in taken)
                taken.add(name)
                line = lines[node.lineno - 1]
                lines[node.lineno - 1] = re.sub(rf"\b{node.name}\b", name, line, count=1)
    return "\n".join(lines)


def _tests_in(node: ast.AST, owners: tuple[ast.ClassDef, ...]) -> Iterator[WrittenTest]:
    for inner in ast.iter_child_nodes(node):
        if isinstance(inner, ast.ClassDef):
            yield from _tests_in(inner, (*owners, inner))
        elif isinstance(inner, Function):
            if is_test_function(inner):
                yield WrittenTest("::".join([*(owner.name for owner in owners), inner.name]), inner, owners)
        elif isinstance(inner, ast.stmt | ast.ExceptHandler):
            yield from _tests_in(inner, owners)


def _bases(node: ast.ClassDef) -> list[str]:
    return [base.id for base in node.bases if isinstance(base, ast.Name)]


def _removals(tree: ast.AST, unwanted: Collection[ast.AST]) -> Iterator[tuple[ast.stmt, list[str]]]:
    """The statements to remove, each with the lines to put in its place: `pass` where nothing else is left."""
    for body in _bodies(tree):
        gone = [node for node in body if node in unwanted]
        for node in gone:
            is_last = node is gone[-1] and len(gone) == len(body) and not isinstance(tree, ast.Module)
            yield node, [f"{' ' * node.col_offset}pass"] if is_last else []
        for node in body:
            if node not in unwanted:
                yield from _removals(node, unwanted)


def _bodies(node: ast.AST) -> Iterator[Sequence[ast.stmt]]:
    for part in (node, *getattr(node, "handlers", ())):
        for field in ("body", "orelse", "finalbody"):
            body = getattr(part, field, None)
            if isinstance(body, list):
                yield body


def _lines_of(node: ast.stmt, lines: Sequence[str]) -> tuple[int, int]:
    """Where a statement begins and ends, with the comment above it and the blank lines that set it apart."""
    start, end = first_line(node) - 1, node.end_lineno or node.lineno
    while start and lines[start - 1].startswith(" " * node.col_offset + "#"):
        start -= 1
    after = next((index for index in range(end, len(lines)) if lines[index].strip()), len(lines))
    if after < len(lines) and lines[after].startswith(" " * node.col_offset):
        return start, after
    while start and not lines[start - 1].strip():
        start -= 1
    return start, end
