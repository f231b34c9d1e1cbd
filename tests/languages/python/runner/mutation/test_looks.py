"""What mutmut is kept from changing, for it is nothing but looks."""

from __future__ import annotations

import libcst as cst
import libcst.matchers as m
import pytest
from mutmut.mutation.file_mutation import MutationVisitor

from languages.python.runner.mutation.looks import counted, install, is_layout, places


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
        "frame.grid_propagate(False)",
        "small.configure(size=max(10, height * 2))",
        "tk.StringVar(master=root, value=total + 1)",
        "bar = ttk.Scrollbar(area, command=result.yview)",
        "result.configure(yscrollcommand=bar.set)",
        'document.core_properties.author = ""',
        "document.add_heading(names, level=2)",
    ],
)
def test_how_something_looks_is_left_alone(line: str) -> None:
    assert skipped(line)


@pytest.mark.parametrize(
    "line",
    [
        "room.width = 20",
        'sheet["A1"] = total + 1',
        "cell.number_format = '0.00'",
        "area(20, 3)",
        "side = 4",
        "area(size=2)",
    ],
)
def test_what_is_worked_out_is_not(line: str) -> None:
    assert not skipped(line)


@pytest.mark.parametrize(
    ("line", "looks"),
    [
        ("Label(self, text=name, font=BIG)", ["self", "font=BIG"]),
        ("ttk.Button(frame, command=start, width=9)", ["frame", "width=9"]),
        ("Total(self, width_of(name))", []),
        ("page.drawString(x, y, name)", ["x", "y"]),
        ("tk.StringVar(root)", ["root"]),
    ],
)
def test_arguments_that_are_nothing_but_looks_may_be_left_out(
    line: str, looks: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(MutationVisitor, "_skip_node_and_children", lambda self, node: False)  # which is changed
    only_looks = install("import tkinter")
    (call, *_) = m.findall(cst.parse_statement(line), m.Call())
    assert isinstance(call, cst.Call)
    found = [one for one in call.args if only_looks(call, one)]
    assert [cst.Module([]).code_for_node(one).strip(" ,").replace(" ", "") for one in found] == looks
    assert not any(install("import math")(call, one) for one in call.args)


def test_what_is_drawn_is_changed_though_its_place_is_not() -> None:
    statement = cst.parse_statement("page.drawString(x + 3, y, name)")
    (call,) = m.findall(statement, m.Call())
    assert [cst.Module([]).code_for_node(place).strip(" ,") for place in places(call)] == ["x + 3", "y"]


def test_what_counts_rows_only_to_place_something_is_left_alone() -> None:
    code = """
def build(self):
    row = 0
    shown = 1
    for label in self.labels:
        Label(self, text=label).grid(row=row, column=shown)
        row += 1
        shown += 1
    row = row + 2
    total = row_of(self)
    self.show(shown, total)
"""
    function = cst.ensure_type(cst.parse_module(code).body[0], cst.FunctionDef)
    left_alone = [cst.Module([]).code_for_node(node) for node in counted(function)]
    assert left_alone == ["row = 0", "row += 1", "row = row + 2"]
