"""What tests look for in the texts that a program gives, and whether they would find other values there as well.

`assert "7" in run.line("sum")` can't tell the right sum from a line with all numbers in it, and another number far from
7 doesn't show that. So a dozen that look like it are looked for in the very same text, all in one start, by the process
that judges: the program can't know of it.
"""

from __future__ import annotations

import ast
import json
import re
import secrets
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from itertools import combinations
from typing import NamedTuple

from languages.python.checks.nearby import BEGIN, END, NUMBER
from languages.python.checks.written_down import called, named_tests
from languages.python.checks.wrong_values import literal
from languages.python.syntax import Edit, Function, edit, edited, parse
from languages.python.testing import NO_REPORT, case_name, reports_of
from sandbox.base import JobResult

TWO = 2
"""So many planted values found in one text: then it shows nothing that the right one is there."""
MANY = 6
"""So many have to be planted before half of them say anything."""
ENDS = {"startswith": "startswith", "endswith": "endswith"}
METHODS = {"count": "in", "find": "in", "rfind": "in", "index": "in", "rindex": "in", **ENDS}
MATCHES = frozenset({"search", "match", "fullmatch", "findall", "finditer"})
# What is so in most starts, right or wrong.
USUAL = re.compile(r"\.(?:exit_code|changed|folders)\b|\bisinstance\(|\bis not None\b")
WORD = re.compile(r"[^\W\d_]{2,}")
TELLER = re.compile(r"test_[0-9a-f]{8}_(\d+)")
TOLD = re.compile(re.escape(BEGIN) + r"(.*?)" + re.escape(END), re.DOTALL)


class Lookup(NamedTuple):
    """One: whether for a number, how many values were planted and found, how many at least in each line that holds the
    right one, and digests of these lines and of what was looked for."""

    is_number: int
    planted: int
    found: int
    in_line: int
    lines: str
    needle: str

    @property
    def is_vague(self) -> bool:
        """Whether it says nothing that this is found."""
        return self.found >= TWO

    @property
    def hedges(self) -> bool:
        """Whether another value is found beside the right one: where that is so in all tests, the program may always
        give two, and decide nothing."""
        return self.found >= 1

    @property
    def tells(self) -> bool:
        """Whether others weren't found that might have been."""
        return self.planted >= TWO and not self.is_vague

    @property
    def is_full(self) -> bool:
        """Whether at least half of the numbers that were planted stand in the line of the right one."""
        return bool(self.is_number) and self.planted >= MANY and 2 * self.in_line >= self.planted


@dataclass(frozen=True, slots=True)
class Sought:
    """What came of it. The `vague` tests find other values as well as the right ones, and say nothing else.

    `everything` are two for which the program shows the same line with nearly every number, though it was given other
    things. `untold` is one of the tests that start the program and look for a number, where all of these are vague and
    none holds a value against the one that is shown.
    """

    vague: tuple[str, ...] = ()
    everything: tuple[str, ...] = ()
    untold: str = ""
    unclear: str = ""


# Why: docs/decisions.md, "A pass is repeated with wrong expectations, which must fail"
def looking_tests(tests: str) -> str:
    """The same tests, after which others tell what they would find as well; empty where none looks for anything."""
    tree, looker = parse(tests), f"_{secrets.token_hex(4)}"
    edits = [one for function in _functions(tree) for one in _edits(function, looker)]
    if not edits:
        return ""
    source = resources.files("languages.python.checks").joinpath("nearby.py").read_text(encoding="utf-8")
    told = (f"def test{looker}_{number}():\n    {looker}.tell({name!r})\n" for number, name in enumerate(_names(tree)))
    made = f"{looker} = {{}}\nexec({source!r}, {looker})\n{looker} = {looker}['Looker']{(*_names(tree), '')!r}\n"
    return "\n\n".join((edited(tests, edits), made, *told))


def sought(tests: str, looks: Sequence[tuple[str, JobResult]], strong: Collection[str]) -> Sought:
    """What is told of `tests` by results of `looking_tests`, each with the part of them that it is of, as far as it is
    about the `strong` ones."""
    nodes, looked = dict(named_tests(parse(tests))), dict[str, list[Lookup]]()
    for part, result in looks:
        reports = reports_of(result)
        if result.status != "exited" or reports is None:
            return Sought(unclear=result.reason or NO_REPORT)
        tellers = ((TELLER.fullmatch(case_name(one)), TOLD.search(one.message)) for one in reports)
        told = {int(teller[1]): json.loads(f"[{said[1]}]") for teller, said in tellers if teller and said}
        names = enumerate(_names(parse(part)))
        looked |= {name: [Lookup(*one) for one in told.get(number, [])] for number, name in names if name in strong}
    vague = tuple(name for name, lookups in looked.items() if _is_vague(nodes[name], lookups))
    numbers = [name for name, lookups in looked.items() if any(one.is_number for one in lookups)]
    shown = [name for name in numbers if _calls_of_start(nodes[name])]
    unsure = [name for name in shown if name in vague or all(one.hedges for one in looked[name] if one.is_number)]
    exact = any(map(_is_value, (node for name in strong if name in nodes for node in _asserts(nodes[name]))))
    untold = shown[0] if shown and unsure == shown and not exact else ""
    return Sought(vague, _everything(looked, nodes), untold)


def _everything(looked: Mapping[str, Sequence[Lookup]], nodes: Mapping[str, Function]) -> tuple[str, ...]:
    """Two tests that are given other things, and find other numbers in the one full line that is ever shown.

    Where there are several, as months of a calendar, the program works them out.
    """
    found = [(name, one) for name, lookups in looked.items() for one in lookups if one.is_number and one.in_line]
    full = [(name, one) for name, one in found if one.is_full]
    # Also of those that aren't full, for how full a line looks depends on what was drawn.
    if len({one.lines for _, one in found}) > 1:
        return ()
    alike = ((a, b) for (a, one), (b, other) in combinations(full, 2) if one.needle != other.needle)
    return next(((a, b) for a, b in alike if _given(nodes[a]) != _given(nodes[b])), ())


def _is_vague(test: Function, lookups: Sequence[Lookup]) -> bool:
    says = any(one.tells for one in lookups) or any(map(_says_something, _asserts(test)))
    return any(one.is_vague for one in lookups) and not says


def _says_something(node: ast.expr) -> bool:
    """Whether it holds a value against another, and not only one that most starts have."""
    is_equal = isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Eq)
    looks = {how for _, _, how in _lookups(node)}
    if looks - {"re"} or (looks and not is_equal) or USUAL.search(ast.unparse(node)):
        return False
    return is_equal or isinstance(node, ast.Call | ast.BoolOp)


def _is_value(node: ast.expr) -> bool:
    """Whether it holds the one value that a start shows beside a name against another; of two, none would be read."""
    is_equal = isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Eq)
    return is_equal and any(called(one) == "value" for one in ast.walk(node) if isinstance(one, ast.Call))


def _asserts(tree: ast.AST) -> Iterator[ast.expr]:
    """What must hold in it."""
    for node in ast.walk(tree):
        match node:
            case ast.Assert(test):
                yield test
            case ast.Expr(ast.Call() as call) if called(call).startswith("assert"):
                yield call
            case ast.withitem(ast.Call() as call) if called(call) in ("raises", "assertRaises"):
                yield call


def _lookups(node: ast.AST) -> Iterator[tuple[ast.expr, ast.expr, str]]:
    """What is looked for in it, in which text, and how."""
    for inner in ast.walk(node):
        match inner:
            case ast.Compare(needle, [ast.In()], [text]) if literal(text) is None:
                yield needle, text, "in"
            case ast.Call(ast.Attribute(ast.Name("re"), name), [needle, text, *_]) if name in MATCHES:
                yield needle, text, "re"
            case ast.Call(ast.Attribute(text, name), [needle, *_]) if name in METHODS and literal(text) is None:
                yield needle, text, METHODS[name]
            case ast.Call(ast.Attribute(_, "assertIn"), [needle, text, *_]):
                yield needle, text, "in"
            case ast.Call(ast.Attribute(_, "assertRegex"), [text, needle, *_]):
                yield needle, text, "re"


def _edits(function: Function, looker: str) -> Iterator[Edit]:
    """What has each text looked at; one within another only once."""
    given, done = _given_values(function), set[ast.expr]()
    for needle, text, how in (one for node in _asserts(function) for one in _lookups(node)):
        within = {one for one in ast.walk(text) if isinstance(one, ast.expr)}
        if done.isdisjoint(within):
            done |= within
            yield edit(text, f"{looker}.look({ast.unparse(needle)}, {ast.unparse(text)}, {how!r}, {given!r})")


def _given_values(function: Function) -> tuple[str, ...]:
    """Numbers and single words, as names are, in what the program is given there; not those that are looked for."""
    needles = {value for node in _asserts(function) for needle, *_ in _lookups(node) for value in _values(needle)}
    calls = (node for node in ast.walk(function) if isinstance(node, ast.Call))
    given = {value for call in calls for argument in (*call.args, *call.keywords) for value in _values(argument)}
    return tuple(sorted(given - needles))


def _values(node: ast.AST) -> Iterator[str]:
    written = (str(one.value) for one in ast.walk(node) if isinstance(one, ast.Constant))
    return (value for text in written for value in (*NUMBER.findall(text), *WORD.findall(text)))


def _functions(tree: ast.Module) -> Iterator[Function]:
    """All at the top and in classes there, for a test may have another function look."""
    bodies = (node.body if isinstance(node, ast.ClassDef) else [node] for node in tree.body)
    return (node for body in bodies for node in body if isinstance(node, Function))


def _names(tree: ast.Module) -> list[str]:
    return [name for name, _ in named_tests(tree)]


def _given(test: Function) -> list[str]:
    """What the program is given in it: how it is started, or all that the test says."""
    return [ast.unparse(call) for call in _calls_of_start(test)] or [ast.unparse(test)]


def _calls_of_start(test: Function) -> list[ast.Call]:
    return [node for node in ast.walk(test) if isinstance(node, ast.Call) and called(node) == "start"]
