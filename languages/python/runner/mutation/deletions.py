"""Runs inside the sandbox: in a short program, mutmut also leaves out what is done with a value.

mutmut plants a single mistake in `return a + b`, and that it is noticed says little of the tests. Source: Delamaro,
Offutt and Ammann, "Designing Deletion Mutation Operators" (2014).
"""

from collections.abc import Iterator

import libcst as cst
from mutmut.mutation import file_mutation

LEAST = 3  # mistakes; a program with fewer is short


def install(source: str) -> None:
    """Add it to what mutmut plants, if that is too little in the program of `source`."""
    _, mutations, *_ = file_mutation.create_mutations("solution.py", source)
    # What stands outside of functions is never planted.
    inside = [one for one in mutations if isinstance(one.contained_by_top_level_function, cst.FunctionDef)]
    if len(inside) < LEAST:
        names = vars(file_mutation)
        names["mutation_operators"] = [
            *names["mutation_operators"],
            (cst.BaseExpression, without_the_operation),
            (cst.Return, without_the_value),
            (cst.CompFor, without_the_condition),
        ]


def without_the_operation(node: cst.BaseExpression) -> Iterator[cst.BaseExpression]:
    """One of the values that it is done with, in its place."""
    for operand in _operands(node):
        lpar, rpar = [*node.lpar, *operand.lpar], [*node.rpar, *operand.rpar]
        if not lpar and _stood_in_brackets(operand):
            lpar, rpar = [cst.LeftParen()], [cst.RightParen()]
        yield operand.deep_clone().with_changes(lpar=lpar, rpar=rpar)


def _stood_in_brackets(operand: cst.BaseExpression) -> bool:
    """Whether it is Python only within the brackets of a call, or others: the one argument of `sum(n for n in a)`."""
    alone = isinstance(operand, cst.GeneratorExp | cst.NamedExpr | cst.Yield)
    return alone or "\n" in cst.Module([]).code_for_node(operand)


def _operands(node: cst.BaseExpression) -> list[cst.BaseExpression]:
    match node:
        case cst.BinaryOperation(left=left, right=right) | cst.BooleanOperation(left=left, right=right):
            return [left, right]
        case cst.Comparison(left=value) | cst.Subscript(value=value):
            return [value]
        case cst.Call(func=function, args=arguments):
            receiver = [function.value] if isinstance(function, cst.Attribute) else []
            return receiver + [one.value for one in arguments if not one.star and one.keyword is None]
        case cst.ListComp(for_in=cst.CompFor(iter=value)) | cst.SetComp(for_in=cst.CompFor(iter=value)):
            return [value]
    return []


def without_the_value(node: cst.Return) -> Iterator[cst.Return]:
    """`return` alone; and without the calls that mutmut itself never looks at."""
    if node.value is not None:
        yield node.with_changes(value=None)
    match node.value:
        case cst.Call(func=cst.Name(name)) if name in file_mutation.NEVER_MUTATE_FUNCTION_CALLS:
            yield from (node.with_changes(value=one) for one in without_the_operation(node.value))


def without_the_condition(node: cst.CompFor) -> Iterator[cst.CompFor]:
    """All of what it chooses from."""
    if node.ifs:
        yield node.with_changes(ifs=[])
