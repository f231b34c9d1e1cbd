"""Where mutmut can plant mistakes, found in the source. Also runs inside the sandbox, so it imports nothing of ours."""

import ast
import io
import tokenize
from collections import Counter
from collections.abc import Sequence

Function = ast.FunctionDef | ast.AsyncFunctionDef
MISSED = ("survived", "no_tests")
LEFT_OUT = ("equivalent", "unasked")
"""What no test notices, and counts or doesn't."""
UNPROVED_SHARE = 0.25
"""Of all mutants, that may be left out though it isn't proved that they are no mistakes."""
HARMLESS_DECORATORS = ("staticmethod", "classmethod")
NEVER_MUTATED = {"__getattribute__", "__setattr__", "__new__"}
NEVER_MUTATED_IN_ENUMS = {"__init__", "_generate_next_value_"}
ENUMS = {"Enum", "IntEnum", "StrEnum", "Flag", "IntFlag"}


def without_pragmas(source: str) -> str:
    """`source` with every comment that tells mutmut to look away made harmless; lines and columns stay."""
    lines = list(io.StringIO(source))
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT and "no mutate" in token.string:
            row, column = token.start
            lines[row - 1] = lines[row - 1][:column] + lines[row - 1][column:].replace("no mutate", "no_mutate")
    return "".join(lines)


def survey(source: str, proved: Sequence[int] = (0, 0)) -> tuple[int, dict[str, int]]:
    """How many statements are inside functions, and how many of those, by function, mutmut leaves alone.

    mutmut plants mistakes only in functions at the top level and in methods of classes at the top
    level, and leaves alone what is decorated. Lines that
    are `proved`, see `few.py`, aren't looked at. Source: `MutationVisitor._skip_node_and_children`
    and `combine_mutations_to_source` in mutmut 3.8.1.
    """
    tree = ast.parse(source)
    tree.body = [node for node in tree.body if node.lineno not in range(*proved)]
    surveyor = _Surveyor(tree)
    return surveyor.statements, dict(surveyor.left_alone)


class _Surveyor(ast.NodeVisitor):
    def __init__(self, tree: ast.Module) -> None:
        self.statements = 0
        self.left_alone: Counter[str] = Counter()
        self._path: list[str] = []
        self._inside = False
        self._blocked = ""
        self._looked_at = set(tree.body).union(*(node.body for node in tree.body if isinstance(node, ast.ClassDef)))
        self.visit(tree)

    def visit(self, node: ast.AST) -> None:
        if self._inside and isinstance(node, ast.stmt) and not _is_mere_text(node):
            self._count()
        super().visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._function(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self._function(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        if _is_enum(node):
            self._looked_at -= {child for child in node.body if _name(child) in NEVER_MUTATED_IN_ENUMS}
        self._path.append(node.name)
        for child in node.body:
            self.visit(child)
        self._path.pop()

    def visit_Lambda(self, node: ast.Lambda) -> None:
        if not self._inside:
            self._blocked = f"lambda (line {node.lineno})"
            self._count()
            self._blocked = ""

    def _function(self, node: Function) -> None:
        before = self._inside, self._blocked
        self._path.append(node.name)
        reachable = (self._inside or node in self._looked_at) and not _is_left_alone(node)
        if not reachable and not self._blocked:
            self._blocked = ".".join(self._path)
        self._inside = True
        for child in node.body:
            self.visit(child)
        self._path.pop()
        self._inside, self._blocked = before

    def _count(self) -> None:
        self.statements += 1
        if self._blocked:
            self.left_alone[self._blocked] += 1


def _is_left_alone(node: Function) -> bool:
    if node.name in NEVER_MUTATED:
        return True
    names = [decorator.id if isinstance(decorator, ast.Name) else "" for decorator in node.decorator_list]
    return bool(names) and not (len(names) == 1 and names[0] in HARMLESS_DECORATORS)


def _is_enum(node: ast.ClassDef) -> bool:
    return any(
        (base.attr if isinstance(base, ast.Attribute) else getattr(base, "id", "")) in ENUMS for base in node.bases
    )


def _name(node: ast.stmt) -> str:
    return node.name if isinstance(node, Function) else ""


def _is_mere_text(node: ast.stmt) -> bool:
    """A docstring, or the `...` of a body that is left out."""
    return isinstance(node, ast.Pass) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))


def function_of(mutant: str) -> str:
    """The function, as in `Cart.total`, that a mutant's name, as in `solution.xǁCartǁtotal__mutmut_3`, is about."""
    mangled = mutant.rpartition(".")[2].rpartition("__mutmut_")[0]
    return mangled.removeprefix("x_") if mangled.startswith("x_") else mangled.removeprefix("xǁ").replace("ǁ", ".")
