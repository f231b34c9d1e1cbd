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

from languages.python.checks.written_down import (
    base_name,
    called,
    cell,
    elements,
    given_to_fixtures,
    in_table,
    is_read,
    named_tests,
    names_in,
    parameters,
    tables,
)
from languages.python.checks.wrong_values import far, literal, stranger, unheard_of, wrong
from languages.python.reply.imports import names_from_solution
from languages.python.syntax import Edit, Function, edit, edited, own_nodes, parse, read_names, statements

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


# Why: docs/decisions.md, "A pass is repeated with wrong expectations, which must fail"
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
    known, given = tables(tree), given_to_fixtures(tree)
    helpers = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    return (
        (name, node, _Reader(tests, program, dict(known), helpers, given=given)) for name, node in named_tests(tree)
    )


@dataclass(slots=True)
class _Reader:
    """Goes through one test. `program` are names that hold what the program gives."""

    source: str
    program: set[str]
    known: dict[str, list[ast.expr]] = field(default_factory=dict)
    helpers: Mapping[str, ast.FunctionDef] = field(default_factory=dict)
    used: Counter[str] = field(default_factory=Counter)
    handed: Counter[str] = field(default_factory=Counter)
    out: list[Edit] = field(default_factory=list)
    given: Collection[str] = ()

    def read(self, test: Function) -> list[Alteration]:
        """What can be altered in `test`."""
        for names, rows in map(parameters, test.decorator_list):
            self._bind(names, self._rows(rows))
        self._count(test.body)
        self.used.update(self.given)  # a fixture gives it the program, for all that is known here
        found = [(node, tuple(map(self._as_written, edits))) for node, edits in self._body(test.body)]
        return [Alteration(edits, _line(self.source, node, edits)) for node, edits in found]

    def _count(self, body: Sequence[ast.stmt]) -> None:
        nodes = [node for statement in body for node in ast.walk(statement)]
        self.used = Counter(node.id for node in nodes if is_read(node))
        calls = [node for node in nodes if isinstance(node, ast.Call) and self._is_programs(node.func)]
        self.handed = Counter(one.id for call in calls for one in call.args if isinstance(one, ast.Name))

    def _as_written(self, made: Edit) -> Edit:
        """With the quotes of the file, so that they tell nothing."""
        if self.source.count('"') < self.source.count("'"):
            return made
        text = made[-1]
        if '"' in text:  # a text with a text in it
            return made
        return *made[:4], _QUOTED.sub(r'"\1"', text)

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
                yield from ((node, edits) for edits in self._condition(test))
            case ast.Expr(ast.Call(ast.Name(name)) as call) if name in self.helpers:
                yield from ((node, edits) for edits in self._helped(call, self.helpers[name]))
            case ast.Expr(ast.Call() as call):
                yield from ((node, edits) for edits in self._call(call))
            case ast.With(items, body):
                calls = [item.context_expr for item in items if isinstance(item.context_expr, ast.Call)]
                yield from ((node, edits) for edits in chain.from_iterable(map(self._call, calls)))
                if not any(called(call) in _CATCHES for call in calls):
                    yield from self._body(body)
            case ast.For(target, iterated, body):
                rows = self._rows(iterated)
                self._bind(names_in(target), rows)
                if rows:
                    yield from self._body(body)
            case ast.Assign([target], value) | ast.AnnAssign(target, _, ast.expr() as value):
                self._assign(target, value)

    def _helped(self, call: ast.Call, helper: ast.FunctionDef) -> Iterator[Edits]:
        """What is held in a function of the tests that is called for that: what it is given here is made wrong."""
        given = dict(zip((one.arg for one in helper.args.args), call.args, strict=False))
        given |= {one.arg: one.value for one in call.keywords if one.arg}
        known = {name: [value] for name, value in given.items()}
        within = _Reader(self.source, self.program, known)  # no helper's helper
        within._count(helper.body)
        for _, edits in within._body(helper.body):
            if all(_is_within(one, call) for one in edits):
                yield edits

    def _assign(self, target: ast.expr, value: ast.expr) -> None:
        if self._is_programs(value):
            self.program |= {name.id for name in ast.walk(target) if isinstance(name, ast.Name)}
        elif isinstance(target, ast.Name):
            self.known[target.id] = [value]

    def _bind(self, names: Sequence[str], rows: Sequence[ast.expr]) -> None:
        for place, name in enumerate(names):
            cells = [cell(row, place, len(names)) for row in rows]
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

    def _condition(self, test: ast.expr) -> Iterator[Edits]:
        """The ways in which it can be made wrong: each part of an `and` is one."""
        match test:
            case ast.Compare(left, [ast.Eq()], [right]):
                yield self._equality(left, right)
            case ast.BoolOp(ast.And(), conditions):
                yield from chain.from_iterable(map(self._condition, conditions))
            case _:
                yield (self._opposite(test),)

    def _opposite(self, test: ast.expr) -> Edit:
        match test:
            case ast.Compare(left, [ast.In()], [container]) if literal(left) is not None:
                return edit(left, unheard_of(left, self.known))
            case ast.Compare(_, [ast.In()], [container]) if elements(container):
                return edit(container, f"({', '.join(unheard_of(one, self.known) for one in elements(container))},)")
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
        is_rough = isinstance(expected, ast.Call) and called(expected) == "approx" and bool(expected.args)
        named = expected.args[0] if isinstance(expected, ast.Call) and is_rough else expected
        values = self._values(named) if self.used[base_name(named)] == 1 else []
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
                found = [one for table in self._values(of) for one in in_table(table, literal(key))]
                return list({id(one): one for one in found}.values())
        return []

    def _is_only_handed(self, name: str) -> bool:
        """Whether it is a value that can be changed, and that the test does nothing with but to give it the program."""
        values = [literal(value) for value in self.known.get(name, [])]
        is_alone = len(values) == 1 and isinstance(values[0], list | dict | set)
        return is_alone and self.used[name] == 1 + self.handed[name] > 1

    def _call(self, call: ast.Call) -> Iterator[Edits]:
        """`pytest.raises(...)`, and the methods of `unittest`."""
        name = called(call)
        if name in _RAISES and call.args:
            yield (edit(call.args[0], _other_exception(call.args[0])),)
        elif name in _EQUALS and len(call.args) > 1:
            yield self._equality(*call.args[:2])
        elif name in _OPPOSITE_METHODS and isinstance(call.func, ast.Attribute):
            yield (edit(call.func, f"{ast.unparse(call.func.value)}.{_OPPOSITE_METHODS[name]}"),)


def _is_within(made: Edit, call: ast.Call) -> bool:
    return (call.lineno, call.col_offset) <= made[:2] and made[2:4] <= (call.end_lineno or 0, call.end_col_offset or 0)


def _other_exception(expected: ast.expr) -> str:
    """One that is no kind of those expected, nor these of it."""
    names = read_names(expected)
    known = [kind for name in names if isinstance(kind := getattr(builtins, name, None), type)]
    apart = [one for one in _AWAITED if not any(issubclass(one, kind) or issubclass(kind, one) for kind in known)]
    return _random.choice(apart if apart and len(known) == len(names) else _SELDOM).__name__


def _line(source: str, failing: ast.stmt, edits: Edits) -> str:
    """The line that is made wrong, or what is wrong then for the sake of lines elsewhere."""
    first = edits[0][0]
    here = failing.lineno <= first <= (failing.end_lineno or failing.lineno)
    return (edited(source, edits) if here else source).split("\n")[(first if here else failing.lineno) - 1].strip()
