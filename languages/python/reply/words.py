"""What a test checks, in plain English."""

from __future__ import annotations

import ast
import re

from languages.python.syntax import Function, Statement

LONGEST = 160
_LABEL = re.compile(
    r"^(?:(?:unit |edge |base )?(?:test|case|example)(?:[ _]?(?:case|description|example|scenario)s?)*"
    r"\s*[#\d]*\s*(?:[:.)-]\s*|$))+",
    re.IGNORECASE,
)
_EMPTY = re.compile(
    r"(?:(?:write|here|these|add|more|your|the|some|comprehensive|basic|unit|edge|additional|sample|python)\s+)*"
    r"(?:tests?|(?:test )?cases?|examples?|assert(?:ion)?s?)"
    r"(?:\s+(?:cases?|for|of|the|function|here|are|below|code|\w+_\w+|`.*`))*",
    re.IGNORECASE,
)
_COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Eq: "{left} gives {right}",
    ast.NotEq: "{left} doesn't give {right}",
    ast.Lt: "{left} is less than {right}",
    ast.LtE: "{left} is at most {right}",
    ast.Gt: "{left} is more than {right}",
    ast.GtE: "{left} is at least {right}",
    ast.Is: "{left} gives {right}",
    ast.IsNot: "{left} doesn't give {right}",
    ast.In: "{right} contains {left}",
    ast.NotIn: "{right} doesn't contain {left}",
}


def one_line(text: str) -> str:
    """`text` as a sentence that fits on a line and into a docstring."""
    seen = "".join(char if char.isprintable() else " " for char in text)
    short = " ".join(seen.split())
    return short if len(short) <= LONGEST else f"{short[: LONGEST - 3]}..."


def of_function(node: Function) -> str:
    """What a test function checks: its docstring's first line, else its name in words."""
    lines = (ast.get_docstring(node) or "").strip().split("\n")
    return one_line(lines[0]) or of_name(node.name)


def of_name(name: str) -> str:
    """The name of a test in words: `TestA::test_empty_list` is "Empty list"."""
    name = name.rpartition("::")[2]
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower().split("_")
    kept = [word for word in (words[1:] if words[0] in ("test", "tests") else words) if word]
    return one_line(" ".join(kept).capitalize() or name)


def of_checks(body: list[Statement]) -> str:
    """What some statements check: by their own message, the comment above them, or the condition in words."""
    checks = [node for part in body for node in ast.walk(part.node) if isinstance(node, ast.Assert)]
    said = [_message(check) for check in checks] + [part.comment.replace("#", " ") for part in body]
    given = next((words for text in said if (words := _informative(text))), "")
    if given:
        return given
    raising = next((phrase for part in body if (phrase := _raising(part.node))), "")
    if raising or not checks:
        return one_line(raising or body[-1].source)
    return one_line(in_words(checks[0].test))


def _raising(node: ast.stmt) -> str:
    """`with pytest.raises(ValueError): f()`, or the same with `try`, as a phrase."""
    if isinstance(node, ast.Try) and node.handlers and node.handlers[0].type:
        return f"{ast.unparse(node.body[0])} raises {ast.unparse(node.handlers[0].type)}"
    if isinstance(node, ast.With) and isinstance(call := node.items[0].context_expr, ast.Call) and call.args:
        return f"{ast.unparse(node.body[-1])} raises {ast.unparse(call.args[0])}"
    return ""


def _message(check: ast.Assert) -> str:
    return check.msg.value if isinstance(check.msg, ast.Constant) and isinstance(check.msg.value, str) else ""


def _informative(text: str) -> str:
    words = _LABEL.sub("", one_line(text)).strip(" .:-")
    return "" if not words or words.isdigit() or _EMPTY.fullmatch(words) else words[0].upper() + words[1:]


def in_words(condition: ast.expr) -> str:
    """A condition as a phrase: `f(1) == 2` is "f(1) gives 2"."""
    if isinstance(condition, ast.UnaryOp) and isinstance(condition.op, ast.Not):
        return f"{ast.unparse(condition.operand)} is false"
    if isinstance(condition, ast.Compare) and len(condition.ops) == 1:
        phrase = _COMPARISONS[type(condition.ops[0])]
        return phrase.format(left=ast.unparse(condition.left), right=ast.unparse(condition.comparators[0]))
    if isinstance(condition, ast.Call):
        return f"{ast.unparse(condition)} is true"
    return ast.unparse(condition)
