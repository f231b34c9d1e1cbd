"""Values as a test or a model writes them, written so that equal ones are equal texts. Nothing is run."""

from __future__ import annotations

import ast
import re
from decimal import Decimal, InvalidOperation
from itertools import islice, pairwise

from languages.python.reply.tolerance import approximated
from languages.python.syntax import BROKEN, parse_expression
from languages.settling import UNCLEAR

RAISES = "raises "
TYPES = (("decimal", "Decimal"), ("fractions", "Fraction"), ("datetime", "date"), ("datetime", "timedelta"))
"""Of values that are no literals, with the modules that have them."""
_MADE_BY = frozenset(
    {"Decimal", "Fraction", "Path", "bytes", "date", "datetime", "dict", "float", "frozenset", "list", "set", "time"}
    | {"timedelta", "tuple", "str", "int", "Counter", "OrderedDict"}
)
_ANSWER = re.compile(r"\bANSWER[ _]?(\d+)\b[\"'`*]*\s*(?:=|:|is\b)(?!=)\s*", re.IGNORECASE)
_ERROR = re.compile(
    r"[`\"'*]*(?:raises?\b|an?\b|pytest\.raises\(|\s)*[`\"'*]*([A-Z]\w*(?:Error|Exception|Interrupt|Exit))\b"
)
_TAIL = re.compile(r"[`*,;.}\s]+$")
_REASON = re.compile(r"\s+(?:#|//|because\b|\()")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_AMOUNT = re.compile(rf"((?:\w+\.)?Decimal)\('({_NUMBER.pattern})'\)")
_MOST_LINES = 40
_LONGEST = 5_000


def value_of(node: ast.expr) -> str | None:
    """The text of an expression that is a value by itself; None for one that names or calls anything else."""
    match node:
        case ast.Constant(value):
            return f"{value:.0f}" if isinstance(value, float) and _is_whole(value) else repr(value)
        case ast.UnaryOp(ast.USub() | ast.UAdd(), ast.Constant(int() | float())):
            number = value_of(node.operand)
            return f"-{number}" if isinstance(node.op, ast.USub) and number != "0" else number
        case ast.BinOp(left, _, right) if value_of(left) is not None and value_of(right) is not None:
            return ast.unparse(node)
        case ast.List(elts) | ast.Tuple(elts) | ast.Set(elts):
            return _collected(node, [value_of(approximated(one) or one) for one in elts])
        case ast.Dict(keys, values):
            return _mapping([value_of(key) if key else None for key in keys], [value_of(value) for value in values])
        case ast.Call(function, arguments, []):
            return _made(ast.unparse(function), [value_of(one) for one in arguments])
        case ast.Attribute(ast.Name("math"), _):
            return ast.unparse(node)
        case _:
            return None


def read_values(reply: str) -> dict[int, str]:
    """The values that a reply gives, by number, the last of each; what can't be read isn't there.

    They come as `ANSWER_1 = [1, 2]`, as `raises ValueError` or as `unclear`; also in JSON, in bold, or all on one line.
    """
    found: dict[int, str] = {}
    marks = list(islice(_ANSWER.finditer(reply), 1000))
    ends = [after.start() for _, after in pairwise(marks)] + [len(reply)]
    for mark, end in zip(marks, ends, strict=False):
        said = reply[mark.end() : min(end, mark.end() + _LONGEST)]
        if said.lstrip("`*\"' ").lower().startswith(UNCLEAR):
            found[int(mark[1])] = UNCLEAR
        elif value := _read(said):
            found[int(mark[1])] = value
    return found


def like(expected: str, value: str) -> str:
    """`value` as an amount where one is expected, as a number where one is, and made by what is called as expected.

    Models write one for the other: `0.5` for `Decimal('0.5')`, and `datetime.date(2025, 5, 1)` for `date(2025, 5, 1)`.
    """
    amount, was_amount = _AMOUNT.fullmatch(value), _AMOUNT.fullmatch(expected)
    if was_amount and _NUMBER.fullmatch(value):
        return f"{was_amount[1]}({_plain(repr(value))})"
    if amount and _NUMBER.fullmatch(expected):
        return amount[2]
    return _called_alike(value, expected)


def _called_alike(value: str, expected: str) -> str:
    """The value with what makes its parts named as in what is expected: with the module in front, or without."""
    tree, other = parsed(value), parsed(expected)
    if tree is None or other is None:
        return value
    made, known = ([node for node in ast.walk(one) if isinstance(node, ast.Call)] for one in (tree, other))
    names = {_last(call.func): call.func for call in known}
    for call in made:
        call.func = names.get(_last(call.func), call.func)
    return ast.unparse(tree) if made and names else value


def _last(function: ast.expr) -> str:
    return ast.unparse(function).rpartition(".")[2]


def parsed(text: str) -> ast.expr | None:
    """The expression that `text` is; None where it is none."""
    try:
        return parse_expression(text)
    except BROKEN:
        return None


def _read(said: str) -> str:
    """The value at the beginning of what was said: it may go over several lines, and have words behind it."""
    if (error := _ERROR.match(said)) and not _is_message(said, error.end()):
        return RAISES + error[1]
    lines = said.splitlines()[:_MOST_LINES]
    for count in range(1, len(lines) + 1):
        text = "\n".join(lines[:count]).strip("`* \n")
        # What stands behind it is a comma of JSON, a full stop, or the reason.
        for shorter in (text, _TAIL.sub("", text), text.rstrip(" ,;.}\"'"), _REASON.split(text)[0].strip("`* \n")):
            node = parsed(shorter)
            value = None if node is None else _value_in(node)
            if value is not None:
                return value
    return ""


def _is_message(said: str, end: int) -> bool:
    """Whether it is a text that says more than the error whose name ends there, as in `'ValueError: bad line'`."""
    return said.lstrip("`*")[:1] in ("'", '"') and said[end : end + 1] not in ("'", '"')


def _value_in(node: ast.expr) -> str | None:
    try:
        return value_of(node)
    except BROKEN:  # nested deeper than Python goes
        return None


def _is_whole(value: float) -> bool:
    return value.is_integer() and abs(value) < 1e15


def _collected(node: ast.List | ast.Tuple | ast.Set, parts: list[str | None]) -> str | None:
    texts = [part for part in parts if part is not None]
    if len(texts) < len(parts):
        return None
    if isinstance(node, ast.Set):
        return f"{{{', '.join(sorted(texts))}}}"
    inside = ", ".join(texts)
    return f"[{inside}]" if isinstance(node, ast.List) else f"({inside}{',' if len(texts) == 1 else ''})"


def _mapping(keys: list[str | None], values: list[str | None]) -> str | None:
    pairs = [(key, value) for key, value in zip(keys, values, strict=True) if key is not None and value is not None]
    if len(pairs) < len(keys):
        return None
    return f"{{{', '.join(f'{key}: {value}' for key, value in sorted(pairs))}}}"


def _made(function: str, arguments: list[str | None]) -> str | None:
    known = [argument for argument in arguments if argument is not None]
    if function.endswith("Decimal") and known == arguments and len(known) == 1:
        known = [_plain(known[0])]
    fits = function.rpartition(".")[2] in _MADE_BY and len(known) == len(arguments)
    return f"{function}({', '.join(known)})" if fits else None


def _plain(number: str) -> str:
    """The text in which a decimal is written, such as `'19.50'`, without zeros at its end."""
    try:
        value = Decimal(number.strip("'"))
    except InvalidOperation:
        return number
    return f"'{value.normalize():f}'" if value.is_finite() and abs(value.adjusted()) < _MOST_LINES else number
