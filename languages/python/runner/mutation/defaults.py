"""Runs inside the sandbox: keeps mutmut from changing what makes no difference that anybody could object to.

Such are an argument that says what holds without it, a line that is shown with nothing to read in it, a heading that
nobody prescribed, and to which side exactly a half is rounded where no word speaks of rounding.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import libcst as cst
from mutmut.mutation import file_mutation

IsUnseen = Callable[[cst.Call, cst.Arg], bool]
COMMA, QUOTE = ("','", '","'), ("'\"'",)
CSV: Mapping[str | int, Iterable[str]] = {"delimiter": COMMA, "quotechar": QUOTE}
AS_WITHOUT: Mapping[str, Mapping[str | int, Iterable[str]]] = {
    "print": {"sep": ("' '", '" "'), "end": (r"'\n'", r'"\n"'), "flush": ("True", "False"), "file": ("sys.stdout",)},
    "enumerate": {"start": ("0",), 1: ("0",)},
    "sum": {"start": ("0",), 1: ("0",)},
    "int": {"base": ("10",), 1: ("10",)},
    "get": {1: ("None",)},
    "sort": {"reverse": ("False",), "key": ("None",)},
    "sorted": {"reverse": ("False",), "key": ("None",)},
    "min": {"key": ("None",)},
    "max": {"key": ("None",)},
    "open": {"mode": ("'r'", '"r"'), 1: ("'r'", '"r"')},
    "reader": CSV,
    "DictReader": CSV,
    "writer": CSV,
    "DictWriter": CSV,
    "exit": {0: ("0",)},
    "escape": {"quote": ("True",), 1: ("True",)},
    "load_workbook": {"read_only": ("True", "False")},  # the same is in it
    "zip": {"strict": ("True", "False")},  # nobody sees that two lists of the program's own are as long
}
"""What holds without an argument, as it is written, by the name of what is called and the argument's name or place."""
SHOWING = {"print", "add_heading", "create_sheet", "set_title", "set_xlabel", "set_ylabel"}
"""What shows a text that stands for itself."""
ROUNDED = re.compile(
    "round|half|nearest|rund|kaufm|halb|arrond|moiti|demi|redond|mitad|medio|arredond|metade|arroton|metà|"
    "afrond|avrund|zaokr|округл|四捨五入|丸め|四舍五入|تقريب|تقرب|반올림|yuvarla",
    re.IGNORECASE,
)
"""As people speak of rounding."""
TEMPORARY = {"mkstemp", "mkdtemp", "NamedTemporaryFile", "TemporaryDirectory"}
FOR_A_WHILE = re.compile(r"[.~](tmp|temp|new|part)~?", re.IGNORECASE)
"""What the name of a file ends with that is put in another one's place."""
JSON_LAYOUT = {"indent", "ensure_ascii", "sort_keys"}
SAYS_SOMETHING = re.compile(r"[^\W_]")
AROUND = " .,:;!?()[]<>\"'“”„«»-=→"  # signs around words
RULE = re.compile(r"[-=_~*#.─━═—\s]*")  # any other sign, such as ✓, may be all that a program has to say


# Why: docs/decisions.md, "What no person could object to isn't planted, or counts apart"
def install(spoken: str | None) -> IsUnseen:
    """Leave alone what is shown with nothing to read in it, and headings that aren't `spoken` of.

    That has the words of the plan and of the tests; None where each word that a program shows counts.

    Tells of an argument whether it may be left out, and nobody could object.
    """
    if spoken is None:
        return is_as_without
    known = " ".join(spoken.split()).casefold()
    visitor: Any = file_mutation.MutationVisitor
    skips = visitor._skip_node_and_children
    between: set[cst.CSTNode] = set()

    def is_left_alone(self: Any, node: cst.CSTNode) -> bool:
        between.update(laid_out(node))
        return node in between or is_nobodys(node, known) or bool(skips(self, node))

    visitor._skip_node_and_children = is_left_alone
    may_round = bool(ROUNDED.search(known))

    def may_go(call: cst.Call, argument: cst.Arg) -> bool:
        is_untold = (is_rounding(argument) and not may_round) or is_untold_line(call, argument, known)
        return is_as_without(call, argument) or is_untold or argument in laid_out(call)

    return may_go


def laid_out(node: cst.CSTNode) -> Sequence[cst.CSTNode]:
    """What says in `node` how JSON is laid out, which is the same for who reads it, or what stands between the parts
    of a text that somebody reads: a comma, or a new line."""
    match node:
        case cst.Call(func=cst.Attribute(attr=cst.Name("dump" | "dumps")), args=arguments):
            return [one for one in arguments if one.keyword and one.keyword.value in JSON_LAYOUT]
        case cst.Call(func=cst.Attribute(value=cst.SimpleString() as mark, attr=cst.Name("join"))):
            text = str(mark.evaluated_value)
            return [mark] if any(map(str.isspace, text)) and not SAYS_SOMETHING.search(text) else []
    return ()


def is_as_without(call: cst.Call, argument: cst.Arg) -> bool:
    """Whether the argument says what holds without it."""
    holds, place = AS_WITHOUT.get(_name(call.func), {}), call.args.index(argument)
    name = argument.keyword.value if argument.keyword else place
    return not argument.star and cst.Module([]).code_for_node(argument.value) in holds.get(name, ())


def is_untold_line(call: cst.Call, argument: cst.Arg, known: str) -> bool:
    """Whether a line is shown with values behind words of which nobody spoke, as a program adds it of itself."""
    if _name(call.func) != "print" or not isinstance(argument.value, cst.FormattedString):
        return False
    texts = [part.value for part in argument.value.parts if isinstance(part, cst.FormattedStringText)]
    said = [" ".join(text.split()).strip(AROUND).casefold() for text in texts]
    words = [text for text in said if SAYS_SOMETHING.search(text)]
    return bool(words) and not any(text in known for text in words)


def is_rounding(argument: cst.Arg) -> bool:
    """Whether it says to which side a half is rounded."""
    return argument.keyword is not None and argument.keyword.value == "rounding"


def is_nobodys(node: cst.CSTNode, known: str) -> bool:
    """Whether it shows only what says nothing, or a heading of which nobody spoke, or names what nobody sees."""
    match node:
        case cst.Arg(keyword=cst.Name("flush")):
            return True
        case cst.SimpleString():
            return bool(FOR_A_WHILE.fullmatch(_text(node) or ""))
        case cst.Call(func=function) if _name(function) in TEMPORARY:
            return True
        case cst.Call(func=cst.Attribute(attr=cst.Name("append")), args=[cst.Arg(value=cst.BinaryOperation() as row)]):
            return _says_nothing(row)
        case cst.Call(func=function, args=[cst.Arg(keyword=None, star="", value=shown), *others]):
            if _name(function) not in SHOWING or not all(_works_nothing_out(one, known) for one in others):
                return False
            return _says_nothing(shown) or _is_heading(shown, known)
    return False


def _works_nothing_out(other: cst.Arg, known: str) -> bool:
    """Whether an argument beside a heading shows no value: a size, how it is shown, or one more heading."""
    if other.star:
        return False
    if other.keyword is None and isinstance(other.value, cst.SimpleString):
        return _says_nothing(other.value) or _is_heading(other.value, known)
    names = (cst.Name, cst.Attribute, cst.SimpleString) if other.keyword else ()
    return isinstance(other.value, (cst.Integer, cst.Float, *names))


def _says_nothing(shown: cst.BaseExpression) -> bool:
    """As a blank line or a row of dashes."""
    text = _text(shown)
    return text is not None and RULE.fullmatch(text) is not None


def _is_heading(shown: cst.BaseExpression, known: str) -> bool:
    """A text that no value is in, but for names that never change, if none of its parts was spoken of."""
    parts = _parts(shown)
    words = [" ".join(part.split()).casefold() for part in parts if SAYS_SOMETHING.search(part)]
    is_short = isinstance(shown, cst.SimpleString) or "".join(parts).rstrip().endswith(":")
    return bool(words) and is_short and not any(said in known for said in words)


def _parts(shown: cst.BaseExpression) -> list[str]:
    """The texts in it; none where it shows a value as well."""
    match shown:
        case cst.SimpleString():
            return [str(shown.evaluated_value)]
        case cst.FormattedString(parts=parts):
            values = [one.expression for one in parts if isinstance(one, cst.FormattedStringExpression)]
            if all(isinstance(one, cst.Name) and one.value.isupper() for one in values):
                return [one.value for one in parts if isinstance(one, cst.FormattedStringText)]
    return []


def _text(shown: cst.BaseExpression) -> str | None:
    """What is shown, as far as it stands there; None where something has to be worked out that may say something."""
    match shown:
        case cst.SimpleString() | cst.FormattedString():
            return "".join(parts) if (parts := _parts(shown)) else None
        case cst.BinaryOperation(left, cst.Multiply() | cst.Add(), right):
            texts = [_text(one) for one in (left, right) if not isinstance(one, cst.Integer)]
            return None if None in texts or not texts else "".join(filter(None, texts))
    return None


def _name(function: cst.BaseExpression) -> str:
    return (
        function.attr.value
        if isinstance(function, cst.Attribute)
        else function.value
        if isinstance(function, cst.Name)
        else ""
    )
