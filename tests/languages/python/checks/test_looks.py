"""What mutmut is kept from changing, for it is nothing but looks."""

from __future__ import annotations

import libcst as cst
import libcst.matchers as m
import pytest

from languages.python.checks.looks import is_layout, places


def skipped(line: str) -> bool:
    """Whether any part of a statement is left alone."""
    found: list[bool] = []

    class Visitor(cst.CSTVisitor):
        def on_visit(self, node: cst.CSTNode) -> bool:
            found.append(is_layout(node) or bool(places(node)))
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
        "page.drawString(x + 3, y, name)",
        "sheet.set_column(0, 3, 20)",
    ],
)
def test_how_something_looks_is_left_alone(line: str) -> None:
    assert skipped(line)


@pytest.mark.parametrize(
    "line", ["room.width = 20", 'sheet["A1"] = total + 1', "cell.number_format = '0.00'", "area(20, 3)", "side = 4"]
)
def test_what_is_worked_out_is_not(line: str) -> None:
    assert not skipped(line)


def test_what_is_drawn_is_changed_though_its_place_is_not() -> None:
    statement = cst.parse_statement("page.drawString(x + 3, y, name)")
    (call,) = m.findall(statement, m.Call())
    assert [cst.Module([]).code_for_node(place).strip(" ,") for place in places(call)] == ["x + 3", "y"]
