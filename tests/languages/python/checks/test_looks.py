"""What mutmut is kept from changing, for it is nothing but looks."""

from __future__ import annotations

import libcst as cst
import pytest

from languages.python.checks.looks import is_layout


def skipped(line: str) -> bool:
    """Whether any part of a statement is left alone."""
    found: list[bool] = []

    class Visitor(cst.CSTVisitor):
        def on_visit(self, node: cst.CSTNode) -> bool:
            found.append(is_layout(node))
            return True

    cst.parse_module(line).visit(Visitor())
    return any(found)


@pytest.mark.parametrize(
    "line",
    [
        'label.pack(side="left")',
        "Label(root, text=name, width=20)",
        "cell.font = Font(bold=True)",
        "run.font.size = docx.shared.Pt(12)",
        'sheet.column_dimensions["A"].width = 20',
        'sheet.freeze_panes = "B2"',
    ],
)
def test_how_something_looks_is_left_alone(line: str) -> None:
    assert skipped(line)


@pytest.mark.parametrize(
    "line", ["room.width = 20", 'sheet["A1"] = total + 1', "cell.number_format = '0.00'", "area(20, 3)", "side = 4"]
)
def test_what_is_worked_out_is_not(line: str) -> None:
    assert not skipped(line)
