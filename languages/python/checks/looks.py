"""Runs inside the sandbox: keeps mutmut from changing where something stands in a window and how large it is.

That is nothing a program works out or says, and no test looks for it. Colours are what a person may have asked for, and
texts are told apart by `messages.py`.
"""

from typing import Any

import libcst as cst
from mutmut.mutation.file_mutation import MutationVisitor

LAYING_OUT = {"pack", "grid", "place", "geometry", "minsize", "maxsize", "resizable"}
LAYING_OUT |= {"columnconfigure", "rowconfigure", "grid_columnconfigure", "grid_rowconfigure", "pack_propagate"}
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
    """Leave alone how windows look, where the program in `source` has any."""
    if "tkinter" not in source:
        return
    visitor: Any = MutationVisitor
    skip = visitor._skip_node_and_children
    visitor._skip_node_and_children = lambda self, node: is_layout(node) or skip(self, node)


def is_layout(node: cst.CSTNode) -> bool:
    """Whether it says where something stands, or how large it is."""
    if isinstance(node, cst.Arg):
        return node.keyword is not None and node.keyword.value in SIZES
    return isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute) and node.func.attr.value in LAYING_OUT
