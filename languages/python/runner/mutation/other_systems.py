"""Runs inside the sandbox: keeps mutmut from changing what only another system would run.

No test that runs here can notice a mistake in the branch for Windows of `if os.name == "nt"`, nor in the question.
"""

import ast
from typing import Any

import libcst as cst
from mutmut.mutation import file_mutation

HERE = {"sys.platform": "linux", "os.name": "posix", "platform.system()": "Linux"}


def install() -> None:
    """Let mutmut leave them alone."""
    visitor: Any = file_mutation.MutationVisitor
    skips = visitor._skip_node_and_children

    def skips_as_well(self: Any, node: cst.CSTNode) -> bool:
        elsewhere: set[int] = self.__dict__.setdefault("_elsewhere", set())
        if isinstance(node, cst.If | cst.IfExp):
            elsewhere.update(map(id, _of_other_systems(node)))
        return id(node) in elsewhere or bool(skips(self, node))

    visitor._skip_node_and_children = skips_as_well


def _of_other_systems(choice: cst.If | cst.IfExp) -> list[cst.CSTNode]:
    """The question, where it asks which system this is, and what isn't done here."""
    answer = _answer(cst.Module([]).code_for_node(choice.test))
    if answer is None:
        return []
    not_taken = choice.orelse if answer else choice.body
    return [choice.test, *([not_taken] if not_taken else [])]


def _answer(question: str) -> bool | None:
    """What comes of it here; None where it asks for anything else."""
    match ast.parse(f"({question}\n)", mode="eval").body:  # a named value needs parentheses where it stands alone
        case ast.UnaryOp(ast.Not(), operand):
            inner = _answer(ast.unparse(operand))
            return None if inner is None else not inner
        case ast.Compare(left, [operator], [right]) if ast.unparse(left) in HERE:
            return _compared(HERE[ast.unparse(left)], operator, right)
        case ast.Call(ast.Attribute(asked, "startswith"), [ast.Constant(str(beginning))]) if ast.unparse(asked) in HERE:
            return HERE[ast.unparse(asked)].startswith(beginning)
    return None


def _compared(here: str, operator: ast.cmpop, right: ast.expr) -> bool | None:
    try:
        known = ast.literal_eval(right)
    except ValueError:
        return None
    if isinstance(operator, ast.Eq | ast.NotEq):
        return bool(here == known) == isinstance(operator, ast.Eq)
    if isinstance(operator, ast.In | ast.NotIn):
        return bool(here in known) == isinstance(operator, ast.In)
    return None
