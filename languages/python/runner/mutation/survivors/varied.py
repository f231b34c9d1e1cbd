"""Inputs that are a little different from others: one literal in their source changed. Also runs inside the sandbox.

The changes are those that a person's own input would have: a number one off, a line twice, missing or elsewhere,
something empty, and of what was done with an object one step twice, missing or elsewhere. Which come first doesn't
depend on chance.
"""

import ast
import contextlib
import itertools
import random
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

LINES = 14  # of a longer text only so many are kept, which is a change, too
KEPT = {"end", "now", "encoding"}  # what these say is one of few words
CLOSE = 3  # constants of the program that are tried in a place
START = "program.start("
_NUMBER = re.compile(r"\d+")
_NAMING = re.compile(r"[^\W\d]\w* = ")
_WORD = re.compile(r"[^\W\d_]+")

Lines = tuple[str, ...]
T = TypeVar("T")


def parted(statement: str) -> tuple[str, str]:
    """What gives a name to what an input makes, as in `stock = `, or nothing; and the expression after it."""
    end = found.end() if (found := _NAMING.match(statement)) else 0
    return statement[:end], statement[end:]


@dataclass(frozen=True)
class Known:
    """What a program knows: the numbers and short texts in it, and what a text is in the other ways that it reads."""

    values: Sequence[Any]
    other_ways: Callable[[str], Iterable[str]] = lambda _: ()


def constants(source: str) -> list[Any]:
    """The numbers and short texts in a program, with the numbers next to each."""
    found: dict[Any, None] = {}
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant):
            match node.value:
                case bool() | None:
                    pass
                case int() | float() as number:
                    found.update(dict.fromkeys((number, number - 1, number + 1)))
                case str() as text if 0 < len(text) <= 20 and "\n" not in text:
                    found.setdefault(text)
    return list(found)


# Why: docs/decisions.md, "Inputs for telling apart come from the tests, with a literal changed"
def variations(lines: Lines, of_program: Known, seed: int = 0) -> Iterator[Lines]:
    """Inputs like this one, without end: with one change in all places in turn, then with two, three and so on."""
    chance = random.Random(seed)  # noqa: S311  (always the same)
    seen, before, most = {lines}, [lines], max(1, _broken(lines))
    while before:
        changed = []
        for other in in_turns([_changed(one, of_program, chance) for one in before]):
            if other not in seen and _broken(other) <= most:
                seen.add(other)
                changed.append(other)
                yield other
        chance.shuffle(changed)
        before = changed[:50]


def _broken(lines: Lines) -> int:
    """How many of the files that lie there hold nothing: of several at once no plan says what comes first."""
    starts = (ast.parse(line, mode="eval").body for line in lines if line.startswith(START) and "files=" in line)
    given = (keyword.value for start in starts for keyword in getattr(start, "keywords", ()) if keyword.arg == "files")
    files = (one for value in given if isinstance(value, ast.Dict) for one in value.values)
    return sum(_holds_nothing(one) for one in files)


def _holds_nothing(content: ast.expr) -> bool:
    if isinstance(content, ast.Constant):
        return not content.value or not str(content.value).strip()
    return isinstance(content, ast.Dict) and not content.values


def _changed(lines: Lines, of_program: Known, chance: random.Random) -> Iterator[Lines]:
    """All with one change."""
    trees = [ast.parse(parted(line)[1], mode="eval") for line in lines]
    changes = [
        _changed_at(lines, row, tree, place, _others(place, of_program, chance))
        for row, tree in enumerate(trees)
        for place in _places(tree.body, with_keys=not lines[row].startswith(START))
    ]
    return in_turns([*changes, _other_steps(lines, chance)])


def _other_steps(lines: Lines, chance: random.Random) -> Iterator[Lines]:
    """The same of an object that other things were done with before, or for the second time."""
    if parted(lines[0])[0]:
        yield from ((lines[0], *steps, lines[-1]) for steps in _other_rows(lines[1:-1], chance))
        yield (*lines, lines[-1])


def _changed_at(
    lines: Lines, row: int, tree: ast.Expression, place: ast.expr, others: Iterable[ast.expr]
) -> Iterator[Lines]:
    for other in others:
        changed = parted(lines[row])[0] + ast.unparse(_put(tree, place, other))
        yield (*lines[:row], changed, *lines[row + 1 :])


def _places(node: ast.AST, with_keys: bool = True) -> Iterator[ast.expr]:
    """The literals below a call, and what is in them; of the files of a start not their names."""
    if isinstance(node, ast.Call):
        for argument in [*node.args, *(keyword.value for keyword in node.keywords if keyword.arg not in KEPT)]:
            yield from _places(argument, with_keys)
    elif isinstance(node, ast.Constant | ast.UnaryOp):
        yield node
    elif isinstance(node, ast.List | ast.Tuple | ast.Set):
        yield node
        for item in node.elts:
            yield from _places(item, with_keys)
    elif isinstance(node, ast.Dict):
        yield node
        for item in (*node.values, *(filter(None, node.keys) if with_keys else ())):
            yield from _places(item, with_keys)


def _put(tree: ast.AST, place: ast.expr, other: ast.expr) -> ast.AST:
    class Put(ast.NodeTransformer):
        def visit(self, node: ast.AST) -> ast.AST:
            return other if node is place else self.generic_visit(node)

        def generic_visit(self, node: ast.AST) -> ast.AST:
            copied = type(node)(**{name: self._copied(value) for name, value in ast.iter_fields(node)})
            return ast.copy_location(copied, node)

        def _copied(self, value: Any) -> Any:
            if isinstance(value, list):
                return [self._copied(item) for item in value]
            return self.visit(value) if isinstance(value, ast.AST) else value

    return Put().visit(tree)


def _others(place: ast.expr, of_program: Known, chance: random.Random) -> Iterator[ast.expr]:
    if isinstance(place, ast.List | ast.Tuple | ast.Set):
        for items in _other_rows(place.elts, chance):
            if items or not isinstance(place, ast.Set):
                yield type(place)(elts=items, ctx=ast.Load()) if not isinstance(place, ast.Set) else ast.Set(items)
    elif isinstance(place, ast.Dict):
        for pairs in _other_rows(list(zip(place.keys, place.values, strict=True)), chance):
            if len(pairs) < len(place.keys):  # nothing can be there twice, and in which order doesn't matter
                yield ast.Dict(keys=[key for key, _ in pairs], values=[value for _, value in pairs])
    else:
        try:
            value = ast.literal_eval(place)
        except ValueError:
            return
        for other in _other_values(value, of_program, chance):
            if type(other) is not type(value) or other != value:
                yield ast.parse(repr(other), mode="eval").body


def _other_values(value: Any, of_program: Known, chance: random.Random) -> Iterator[Any]:
    near = [known for known in of_program.values if type(known) is type(value)]
    chance.shuffle(near)
    match value:
        case bool():
            yield not value
        case int():
            yield from (value + 1, value - 1, 0, -value, *near[:CLOSE], 2 * value, 10 * value, *near[CLOSE:])
        case float():
            yield from (value + 1, value - 1, 0.0, -value, value / 2, value + 0.01, *near, 10 * value)
        case str():
            yield from _other_texts(value, near, of_program.other_ways(value), chance)
        case bytes():
            yield from _other_bytes(value, of_program, chance)
        case None:
            yield from (*of_program.values[:CLOSE], 0, "")


def _other_bytes(content: bytes, of_program: Known, chance: random.Random) -> Iterator[bytes]:
    """As of the text that they are; of a picture or a workbook nobody knows what it would be."""
    with contextlib.suppress(UnicodeDecodeError):
        yield from (other.encode() for other in _other_values(content.decode(), of_program, chance))


def _other_texts(text: str, near: Sequence[str], ways: Iterable[str], chance: random.Random) -> Iterator[str]:
    yield from in_turns(
        [
            _with_other_lines(text, chance),
            _with_other_numbers(text, chance),
            iter(ways),
            _other_words(text, near),
            _with_other_letters(text, near, chance),
        ]
    )


def _with_other_lines(text: str, chance: random.Random) -> Iterator[str]:
    lines = text.splitlines()
    if "\n" in text and "\r" not in text:
        yield text.replace("\n", "\r\n")  # as Windows has it
    if len(lines) > LINES:
        yield "\n".join(lines[:LINES]) + "\n"
    if len(lines) > 1:
        yield from ("\n".join(other) + "\n" for other in _other_rows(lines[:LINES], chance))


def _with_other_numbers(text: str, chance: random.Random) -> Iterator[str]:
    numbers = list(_NUMBER.finditer(text))[: 3 * LINES]
    chance.shuffle(numbers)
    for found, step in itertools.product(numbers, (1, -1)):
        number = str(max(0, int(found[0]) + step)).zfill(len(found[0]))
        yield text[: found.start()] + number + text[found.end() :]


def _with_other_letters(text: str, near: Sequence[str], chance: random.Random) -> Iterator[str]:
    yield ""
    if len(text.splitlines()) <= 1:
        yield from near[:CLOSE]
        yield from (text.upper(), text.lower(), f" {text} ", text[::-1], text[1:], text[:-1])
        yield from (text + text[-1:], text * 2)
        yield from ("".join(other) for other in _other_rows(list(text[:40]), chance))
        yield from (text + known for known in near)


def _other_words(text: str, near: Sequence[str]) -> Iterator[str]:
    """One word that the program knows in place of another one, as in the names of numbers."""
    known = [word for word in near if _WORD.fullmatch(word)]
    places = [found for found in _WORD.finditer(text) if found[0] in known]
    for other, place in itertools.product(known[: 2 * CLOSE], places[:LINES]):
        yield text[: place.start()] + other + text[place.end() :]


def _other_rows(rows: Sequence[Any], chance: random.Random) -> Iterator[list[Any]]:
    """One missing, twice, or changed places with the next; none; the other way round; the first ones only."""
    places = list(range(len(rows)))
    chance.shuffle(places)
    if rows:
        yield []
    if len(rows) > 1:
        yield list(reversed(rows))
        yield list(rows[:1])
    for place in places:
        yield [*rows[:place], *rows[place + 1 :]]
        yield [*rows[: place + 1], *rows[place:]]
        if place + 1 < len(rows):
            yield [*rows[:place], rows[place + 1], rows[place], *rows[place + 2 :]]


def in_turns(many: Iterable[Iterator[T]]) -> Iterator[T]:
    """One of each, then the next of each."""
    left = list(many)
    while left:
        for one in list(left):
            try:
                yield next(one)
            except StopIteration:
                left.remove(one)
