"""Wrong answers: values that a right program doesn't give where a test expects another one.

They keep the type of what they stand for, so that nothing but the value tells them apart.
"""

from __future__ import annotations

import ast
import math
import random
import string
from collections.abc import Mapping, Sequence

from languages.python.reply.tolerance import approximated
from languages.python.syntax import parse_expression

Known = Mapping[str, Sequence[ast.expr]]
"""What names stand for, as far as the source tells: by name, each value that it can have."""

_random = random.SystemRandom()
_WORD = 9
# Calls that give another value wherever their first argument is another one.
_CONSTRUCTORS = frozenset(
    {"list", "tuple", "sorted", "Counter", "deque", "date", "datetime", "timedelta", "Decimal", "Fraction"}
    | {"Path", "PurePath", "PurePosixPath", "bytes", "bytearray"}
)
_SETS = frozenset({"set", "frozenset"})
_GIVEN: dict[str, object] = {"len": 0, "int": 0, "sum": 0, "ord": 0, "float": 0.0, "round": 0.0, "bool": True}

# What kinds of expressions give; an `isinstance` goes through them in this order.
_SHAPES: dict[type[ast.expr], object] = {
    ast.List: [],
    ast.ListComp: [],
    ast.Tuple: (),
    ast.Dict: {},
    ast.DictComp: {},
    ast.Set: {0},
    ast.SetComp: {0},
    ast.Compare: True,
    ast.UnaryOp: True,
}


def wrong(expected: ast.expr, known: Known) -> tuple[ast.expr, str]:
    """Which part of an expression to replace, and by what, so that it gives another value of the same type."""
    if isinstance(expected, ast.Call) and (arguments := _values(expected)):
        name, value = _called(expected), literal(arguments[0])
        if name == "approx" and value is not None:
            return arguments[0], repr(far(value))
        if name in _SETS and isinstance(value, list | tuple | set) and value:
            return arguments[0], repr(stranger(set(value)))
        if name in _CONSTRUCTORS and value is not None:
            return arguments[0], repr(stranger(value))
        if name[:1].isupper() and (others := _other_arguments(expected)):
            return expected, others
    if isinstance(expected, ast.List | ast.Tuple) and (made := [one for one in expected.elts if _is_made(one)]):
        return wrong(_random.choice(made), known)
    if isinstance(expected, ast.List | ast.Tuple) and (rough := [one for one in expected.elts if approximated(one)]):
        return wrong(_random.choice(rough), known)
    value = literal(expected)
    if value is not None:
        return expected, repr(stranger(value))
    example = _example(expected, known)
    return expected, f"(not ({ast.unparse(expected)}))" if isinstance(example, bool) else repr(far(example))


def _is_made(node: ast.expr) -> bool:
    """Whether it is an object that is made of values which are written down."""
    return isinstance(node, ast.Call) and _called(node)[:1].isupper() and bool(_other_arguments(node))


def _other_arguments(call: ast.Call) -> str:
    """The same object made of other values, all of them, for its class may compare only some; empty without any."""
    arguments = [_other_one(node) for node in call.args]
    keywords = [ast.keyword(one.arg, _other_one(one.value)) for one in call.keywords]
    made = ast.unparse(ast.Call(call.func, arguments, keywords))
    return made if made != ast.unparse(call) else ""


def _other_one(node: ast.expr) -> ast.expr:
    value = literal(node)
    plain = isinstance(value, int | float | str) and not isinstance(value, bool)
    return parse_expression(repr(stranger(value))) if plain else node


def unheard_of(expected: ast.expr, known: Known) -> str:
    """The source of a value of the same type that occurs nowhere else."""
    return repr(far(_example(expected, known)))


def literal(node: ast.expr) -> object:
    """The value that is written down in `node`; None where it isn't all written down."""
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return None


def stranger(value: object) -> object:
    """Another value of the same type and about the same size."""
    match value:
        case bool():
            return not value
        case int():
            return _other_int(value)
        case str():
            return _other_text(value)
        case list():
            return _one_changed(value)
        case tuple():
            return tuple(_one_changed(list(value)))
        case dict() if value:
            key = _random.choice(list(value))
            return {**value, key: stranger(value[key])}
        case set() if value:
            return _other_set(value)
    return far(value)


def far(value: object) -> object:
    """A value of the same type that has nothing to do with it."""
    number = _random.randint(10**8, 10**9)
    match value:
        case bool():
            return not value
        case int():
            return number
        case float() | complex():
            return number / 8 + (abs(value) * 3 if math.isfinite(abs(value)) else 0)
        case bytes():
            return _word().encode()
        case list():
            return [far(value[0] if value else 0)]
        case tuple():
            return (far(value[0] if value else 0),)
        case set():
            return {far(next(iter(value), 0))}
        case dict():
            return {key: far(one) for key, one in value.items()} or {_word(): number}
    return _word()


def _word() -> str:
    return "".join(_random.choices(string.ascii_lowercase, k=_WORD))


def _other_int(value: int) -> int:
    digits = len(str(abs(value)))
    while (other := _random.randint(10 ** (digits - 1), 10**digits - 1)) == abs(value):
        pass
    return -other if value < 0 else other


def _other_text(value: str) -> str:
    """Other letters and digits in the same places."""
    if not any(character in string.ascii_letters + string.digits for character in value):
        return _word()
    while (other := "".join(map(_other_character, value))).lower() == value.lower():
        pass
    return other


def _other_character(character: str) -> str:
    alphabets = (string.ascii_lowercase, string.ascii_uppercase, string.digits)
    return _random.choice(next((alphabet for alphabet in alphabets if character in alphabet), character))


def _one_changed(values: list[object]) -> list[object]:
    if not values:
        return [far(0)]
    place = _random.randrange(len(values))
    return [stranger(value) if number == place else value for number, value in enumerate(values)]


def _other_set(values: set[object]) -> set[object]:
    one = _random.choice(list(values))
    other = stranger(one)
    return values - {one} | {far(one) if other in values and not isinstance(one, bool) else other}


def _values(call: ast.Call) -> list[ast.expr]:
    return [*call.args, *(keyword.value for keyword in call.keywords)]


def _called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def _example(node: ast.expr, known: Known) -> object:
    """A value of the type that `node` most likely gives; a text where nothing tells."""
    value = literal(node)
    if value is not None:
        return value
    match node:
        case ast.Name(name) if known.get(name):
            return _telling([_example(one, {}) for one in known[name]], bool)
        case ast.BinOp(left, _, right):
            return _telling([_example(left, known), _example(right, known)], int)
        case ast.UnaryOp(ast.USub(), operand):
            return _example(operand, known)
        case ast.Call():
            return _GIVEN.get(_called(node), "")
        case ast.Attribute(ast.Name("math")):
            return 0.0
    return next((example for kind, example in _SHAPES.items() if isinstance(node, kind)), "")


def _telling(examples: list[object], vague: type) -> object:
    """The first that isn't of the type which says the least, as in `"a" * 3`."""
    return next((one for one in examples if not isinstance(one, vague)), examples[0])
