"""Runs inside the sandbox: keeps mutmut from changing how a window or a document looks: where something stands in it,
how large it is, and in which type.

That is nothing a program works out or says, and no test looks for it. A window's colours are what a person may have
asked for, and texts are told apart by `messages.py`.
"""

from typing import Any

import libcst as cst
import libcst.matchers as m
from mutmut.mutation.file_mutation import MutationVisitor

DRAWN_BY = ("tkinter", "openpyxl", "docx")
LAYING_OUT = {"pack", "grid", "place", "geometry", "minsize", "maxsize", "resizable"}
LAYING_OUT |= {"columnconfigure", "rowconfigure", "grid_columnconfigure", "grid_rowconfigure", "pack_propagate"}
STYLES = {"Alignment", "Border", "Cm", "Font", "Inches", "PatternFill", "Pt", "Side"}
STYLED = {"alignment", "border", "fill", "font", "freeze_panes"}
DIMENSIONS = {"column_dimensions", "row_dimensions"}
SIZES = {"font", "width", "height", "padx", "pady", "ipadx", "ipady", "padding", "bd", "borderwidth", "relief", "wrap"}
SIZES |= {
    "anchor",
    "justify",
    "sticky",
    "side",
    "fill",
    "expand",
    "wraplength",
    "highlightthickness",
    "weight",
    "cursor",
}


def install(source: str) -> None:
    """Leave alone how windows and documents look, where the program in `source` has any."""
    if not any(name in source for name in DRAWN_BY):
        return
    visitor: Any = MutationVisitor
    skip = visitor._skip_node_and_children
    visitor._skip_node_and_children = lambda self, node: is_layout(node) or skip(self, node)


def is_layout(node: cst.CSTNode) -> bool:
    """Whether it says where something stands, how large it is, or in which type."""
    match node:
        case cst.Arg(keyword=cst.Name(name)):
            return name in SIZES
        case cst.Call(func=cst.Attribute(attr=cst.Name(name))):
            return name in LAYING_OUT or name in STYLES
        case cst.Call(func=cst.Name(name)):
            return name in STYLES
        case cst.Assign(targets=[cst.AssignTarget(target=cst.Attribute(value, cst.Name(name)))]):
            return name in STYLED or any(m.findall(value, m.Attribute(attr=m.Name(part))) for part in DIMENSIONS)
    return False
