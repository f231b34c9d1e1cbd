"""Negative controls: the same tests, but with wrong expectations, which no honest program can meet.

In experiments, a negative control is a sample that must show nothing. A program that passes one
answers equal to everything, reads its tests, or changes how they are run.
"""

from __future__ import annotations

import ast
import builtins
import random
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import TypeGuard

from languages.python.checks.wrong_values import far, literal, stranger, unheard_of, wrong
from languages.python.reply.imports import names_from_solution
from languages.python.reply.syntax import Edit, Function, edit, edited, own_nodes, parse, read_names, statements
from languages.python.reply.written import is_test_function

Edits = tuple[Edit, ...]

_random = random.SystemRandom()
_OPPOSITES: dict[type[ast.cmpop], ast.cmpop] = {
    ast.NotEq: ast.Eq(),
    ast.Lt: ast.GtE(),
    ast.LtE: ast.Gt(),
    ast.Gt: ast.LtE(),
    ast.GtE: ast.Lt(),
    ast.Is: ast.IsNot(),
    ast.IsNot: ast.Is(),
    ast.In: ast.NotIn(),
    ast.NotIn: ast.In(),
}
_METHODS = {
    "assertTrue": "assertFalse",
    "assertIn": "assertNotIn",
    "assertIs": "assertIsNot",
    "assertIsNone": "assertIsNotNone",
    "assertGreater": "assertLessEqual",
    "assertLess": "assertGreaterEqual",
    "assertIsInstance": "assertNotIsInstance",
}
_OPPOSITE_METHODS = {
    "assertNotEqual": "assertEqual",
    **_METHODS,
    **{second: first for first, second in _METHODS.items()},
}
_EQUALS = frozenset({"assertEqual", "assertEquals", "assertAlmostEqual", "assertListEqual", "assertDictEqual"})
_RAISES = frozenset({"raises", "assertRaises", "assertRaisesRegex"})
_QUOTED = re.compile(r"'([^'\"\\]*)'")
_CATCHES = _RAISES | {"suppress"}
# Exceptions that tests wait for, so that nobody knows a control by them; and those of which a program's own are seldom.
_AWAITED = (
    ValueError,
    TypeError,
    KeyError,
    IndexError,
    ZeroDivisionError,
    AttributeError,
    PermissionError,
    OverflowError,
)
_SELDOM = (FileExistsError, NotADirectoryError, IsADirectoryError, RecursionError, OverflowError)


@dataclass(frozen=True, slots=True)
class Alteration:
    """One expectation made wrong: where it stands, or in each row of the table that it comes from. `reads` is the line
    as it then reads."""

    edits: Edits
    reads: str


@dataclass(frozen=True, slots=True)
class Control:
    """A test file in which `altered`, by the names of tests, must fail."""

    tests: str
    altered: Mapping[str, Alteration]

    def without(self, names: Collection[str]) -> Control:
        """The same file, of which these tests don't matter."""
        return replace(self, altered={name: way for name, way in self.altered.items() if name not in names})


def controls(tests: str, most: int) -> list[Control]:
    """Up to `most` test files; in each, every test that allows it has another of its expectations made wrong.

    All else stays as it was written, so that a program can't tell them from the real tests.
    """
    found = {name: _random.sample(ways, len(ways)) for name, ways in alterations(tests).items()}
    rounds = min(most, max(map(len, found.values()), default=0))
    chosen = [{name: ways[number] for name, ways in found.items() if number < len(ways)} for number in range(rounds)]
    return [Control(edited(tests, all_edits(altered)), altered) for altered in chosen]


def all_edits(altered: Mapping[str, Alteration]) -> Sequence[Edit]:
    """What makes all of these wrong; where two tests share a table, the first's."""
    edits = [one for way in altered.values() for one in way.edits]
    return list({one[:4]: one for one in reversed(edits)}.values())


def alterations(tests: str) -> dict[str, list[Alteration]]:
    """The expectations of each test that are certainly reached, made wrong; tests without one are left out."""
    found = {name: reader.read(node) for name, node, reader in _readers(tests)}
    return {name: ways for name, ways in found.items() if ways}


def written_out(tests: str) -> Control:
    """The same tests, but where they expect what they gave the program before, it is written out.

    A program that changed it would else be asked for what it made of it. Here, right programs pass.
    """
    edits: list[Edit] = []
    altered: dict[str, Alteration] = {}
    for name, node, reader in _readers(tests):
        reader.read(node)
        if reader.out:
            edits += reader.out
            altered[name] = Alteration(tuple(reader.out), _line(tests, node, tuple(reader.out)))
    return Control(edited(tests, edits), altered)


def _readers(tests: str) -> Iterator[tuple[str, Function, _Reader]]:
    program = names_from_solution(statements(tests)) | {"solution", "program"}
    tree = parse(tests)
    tables = {
        node.targets[0].id: [node.value]
        for node in tree.body
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name)
    }
    return ((name, node, _Reader(tests, program, dict(tables))) for name, node in named_tests(tree))


def named_tests(tree: ast.Module | ast.ClassDef, path: str = "") -> Iterator[tuple[str, Function]]:
    """The tests that are written out in a file, with their names as a test case has them."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield from named_tests(node, f"{path}{node.name}::")
        elif isinstance(node, Function) and is_test_function(node):
            yield f"{path}{node.name}", node


@dataclass(slots=True)
class _Reader:
    """Goes through one test. `program` are names that hold what the program gives."""

    source: str
    program: set[str]
    known: dict[str, list[ast.expr]] = field(default_factory=dict)
    used: Counter[str] = field(default_factory=Counter)
    handed: Counter[str] = field(default_factory=Counter)
    out: list[Edit] = field(default_factory=list)

    def read(self, test: Function) -> list[Alteration]:
        """What can be altered in `test`."""
        for names, rows in map(_parameters, test.decorator_list):
            self._bind(names, self._rows(rows))
        nodes = [node for statement in test.body for node in ast.walk(statement)]
        self.used = Counter(node.id for node in nodes if _is_read(node))
        calls = [node for node in nodes if isinstance(node, ast.Call) and self._is_programs(node.func)]
        self.handed = Counter(one.id for call in calls for one in call.args if isinstance(one, ast.Name))
        found = [(node, tuple(map(self._as_written, edits))) for node, edits in self._body(test.body)]
        return [Alteration(edits, _line(self.source, node, edits)) for node, edits in found]

    def _as_written(self, made: Edit) -> Edit:
        """With the quotes of the file, so that they tell nothing."""
        if self.source.count('"') < self.source.count("'"):
            return made
        *place, text = made
        if '"' in text:  # a text with a text in it
            return made
        return *place, _QUOTED.sub(r'"\1"', text)  # type: ignore[return-value]

    def _body(self, body: Sequence[ast.stmt]) -> Iterator[tuple[ast.stmt, Edits]]:
        """Only what is certainly reached where the test passes."""
        for node in body:
            yield from self._statement(node)
            if any(isinstance(inner, ast.Return | ast.Break | ast.Continue) for inner in own_nodes(node)):
                return

    def _statement(self, node: ast.stmt) -> Iterator[tuple[ast.stmt, Edits]]:
        """Each with the statement that then fails."""
        match node:
            case ast.Assert(test):
                yield node, self._condition(test)
            case ast.Expr(ast.Call() as call):
                yield from ((node, edits) for edits in self._call(call))
            case ast.With(items, body):
                calls = [item.context_expr for item in items if isinstance(item.context_expr, ast.Call)]
                yield from ((node, edits) for edits in chain.from_iterable(map(self._call, calls)))
                if not any(_name(call) in _CATCHES for call in calls):
                    yield from self._body(body)
            case ast.For(target, iterated, body):
                rows = self._rows(iterated)
                self._bind(_names(target), rows)
                if rows:
                    yield from self._body(body)
            case ast.Assign([target], value) | ast.AnnAssign(target, _, ast.expr() as value):
                self._assign(target, value)

    def _assign(self, target: ast.expr, value: ast.expr) -> None:
        if self._is_programs(value):
            self.program |= {name.id for name in ast.walk(target) if isinstance(name, ast.Name)}
        elif isinstance(target, ast.Name):
            self.known[target.id] = [value]

    def _bind(self, names: Sequence[str], rows: Sequence[ast.expr]) -> None:
        for place, name in enumerate(names):
            cells = [_cell(row, place, len(names)) for row in rows]
            self.known[name] = [cell for cell in cells if cell is not None]

    def _rows(self, iterated: ast.expr) -> Sequence[ast.expr]:
        """What a loop goes through, where that is written down."""
        match iterated:
            case ast.Call(ast.Attribute(table, "items"), []):
                tables = [one for one in self._values(table) if isinstance(one, ast.Dict)]
                pairs = [pair for one in tables for pair in zip(one.keys, one.values, strict=True)]
                return [ast.Tuple([key, value]) for key, value in pairs if key is not None]
            case ast.Name() | ast.Subscript():
                found = self._values(iterated)
                iterated = found[0] if len(found) == 1 else iterated
        return iterated.elts if isinstance(iterated, ast.List | ast.Tuple) else []

    def _is_programs(self, node: ast.expr) -> bool:
        return bool(read_names(node) & self.program)

    def _condition(self, test: ast.expr) -> Edits:
        match test:
            case ast.Compare(left, [ast.Eq()], [right]):
                return self._equality(left, right)
            case ast.BoolOp(ast.And(), conditions):
                return self._condition(max(conditions, key=_is_equality))
        return (self._opposite(test),)

    def _opposite(self, test: ast.expr) -> Edit:
        match test:
            case ast.Compare(left, [ast.In()], [container]) if literal(left) is not None:
                return edit(left, unheard_of(left, self.known))
            case ast.Compare(_, [ast.In()], [container]) if _elements(container):
                return edit(container, f"({', '.join(unheard_of(one, self.known) for one in _elements(container))},)")
            case ast.Compare(ast.Call(ast.Name("abs"), [ast.BinOp(_, ast.Sub(), near)]), [ast.Lt() | ast.LtE()], _) if (
                literal(near) is not None
            ):
                return edit(near, repr(far(literal(near))))
            case ast.Compare(left, [operator], [right]):
                return edit(test, ast.unparse(ast.Compare(left, [_OPPOSITES[type(operator)]], [right])))
            case ast.UnaryOp(ast.Not(), operand):
                return edit(test, f"({ast.unparse(operand)})")
        return edit(test, f"not ({ast.unparse(test)})")

    def _equality(self, left: ast.expr, right: ast.expr) -> Edits:
        """Another value on the side that the program doesn't give.

        Where it is a name for values that are written down and that nothing else in the test uses, these are others:
        who looks for the value that the name stands for must not find the right one.
        """
        is_left = self._is_programs(right) and not self._is_programs(left)
        is_left = is_left or (literal(left) is not None and literal(right) is None and not self._is_programs(left))
        expected = left if is_left else right
        is_rough = isinstance(expected, ast.Call) and _name(expected) == "approx" and bool(expected.args)
        named = expected.args[0] if isinstance(expected, ast.Call) and is_rough else expected
        values = self._values(named) if self.used[_base(named)] == 1 else []
        if values and all(literal(value) is not None for value in values):
            other = far if is_rough else stranger
            return tuple(edit(value, repr(other(literal(value)))) for value in values)
        if isinstance(named, ast.Name) and self._is_only_handed(named.id):
            self.out.append(edit(named, ast.unparse(self.known[named.id][0])))
        return (edit(*wrong(expected, self.known)),)

    def _values(self, node: ast.expr) -> list[ast.expr]:
        """What it stands for, where that is written down: all that it may be where only a loop or a row tells which."""
        match node:
            case ast.Name(name):
                return self.known.get(name, [])
            case ast.Subscript(of, key):
                found = [one for table in self._values(of) for one in _in_table(table, literal(key))]
                return list({id(one): one for one in found}.values())
        return []

    def _is_only_handed(self, name: str) -> bool:
        """Whether it is a value that can be changed, and that the test does nothing with but to give it the program."""
        values = [literal(value) for value in self.known.get(name, [])]
        is_alone = len(values) == 1 and isinstance(values[0], list | dict | set)
        return is_alone and self.used[name] == 1 + self.handed[name] > 1

    def _call(self, call: ast.Call) -> Iterator[Edits]:
        """`pytest.raises(...)`, and the methods of `unittest`."""
        name = _name(call)
        if name in _RAISES and call.args:
            yield (edit(call.args[0], _other_exception(call.args[0])),)
        elif name in _EQUALS and len(call.args) > 1:
            yield self._equality(*call.args[:2])
        elif name in _OPPOSITE_METHODS and isinstance(call.func, ast.Attribute):
            yield (edit(call.func, f"{ast.unparse(call.func.value)}.{_OPPOSITE_METHODS[name]}"),)


def _parameters(mark: ast.expr) -> tuple[list[str], ast.expr]:
    """The names and rows of `@pytest.mark.parametrize(...)`."""
    if not isinstance(mark, ast.Call) or _name(mark) != "parametrize" or len(mark.args) < 2:
        return [], ast.Tuple([])
    names, rows = literal(mark.args[0]), mark.args[1]
    listed = names.split(",") if isinstance(names, str) else names
    known = [str(name).strip() for name in listed] if isinstance(listed, list | tuple) else []
    return known, rows


def _cell(row: ast.expr, place: int, width: int) -> ast.expr | None:
    """One value of a row of a table: `(1, 2)`, `pytest.param(1, 2)`, or just `1`."""
    if isinstance(row, ast.Call) and _name(row) == "param":
        cells: Sequence[ast.expr] = row.args
    else:
        cells = row.elts if width > 1 and isinstance(row, ast.Tuple | ast.List) else [row]
    return cells[place] if place < len(cells) else None


def _base(node: ast.expr) -> str:
    """The name in `EXPECTED["a"][1]`; empty for whatever else."""
    while isinstance(node, ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _in_table(table: ast.expr, key: object) -> Sequence[ast.expr]:
    """What is at `key`, or all where that is None."""
    if isinstance(table, ast.Dict):
        pairs = list(zip(table.keys, table.values, strict=True))
        return [value for name, value in pairs if key is None or (name is not None and literal(name) == key)]
    elements = table.elts if isinstance(table, ast.List | ast.Tuple) else []
    if isinstance(key, int) and -len(elements) <= key < len(elements):
        return [elements[key]]
    return elements if key is None else []


def _names(target: ast.expr) -> list[str]:
    parts = target.elts if isinstance(target, ast.Tuple | ast.List) else [target]
    return [part.id if isinstance(part, ast.Name) else "" for part in parts]


def _elements(container: ast.expr) -> Sequence[ast.expr]:
    is_literal = isinstance(container, ast.List | ast.Tuple | ast.Set) and literal(container) is not None
    return container.elts if is_literal else []  # type: ignore[attr-defined]


def _is_equality(test: ast.expr) -> bool:
    return isinstance(test, ast.Compare) and isinstance(test.ops[0], ast.Eq)


def _other_exception(expected: ast.expr) -> str:
    """One that is no kind of those expected, nor these of it."""
    names = read_names(expected)
    known = [kind for name in names if isinstance(kind := getattr(builtins, name, None), type)]
    apart = [one for one in _AWAITED if not any(issubclass(one, kind) or issubclass(kind, one) for kind in known)]
    return _random.choice(apart if apart and len(known) == len(names) else _SELDOM).__name__


def _name(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def _is_read(node: ast.AST) -> TypeGuard[ast.Name]:
    return isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Store)


def _line(source: str, failing: ast.stmt, edits: Edits) -> str:
    """The line that is made wrong, or what is wrong then for the sake of lines elsewhere."""
    first = edits[0][0]
    here = failing.lineno <= first <= (failing.end_lineno or failing.lineno)
    return (edited(source, edits) if here else source).split("\n")[(first if here else failing.lineno) - 1].strip()
