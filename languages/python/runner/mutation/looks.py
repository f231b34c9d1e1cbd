"""Runs inside the sandbox: keeps mutmut from changing how a window or a document looks: where something stands in it,
how large it is, and in which type.

That is nothing a program works out or says, and no test looks for it. A window's colours are what a person may have
asked for, and texts are told apart by `messages.py`.
"""

from collections.abc import Callable, Sequence
from typing import Any

import libcst as cst
import libcst.matchers as m
from mutmut.mutation.file_mutation import MutationVisitor

DRAWN_BY = ("tkinter", "openpyxl", "docx", "pptx", "xlsxwriter", "reportlab", "matplotlib")
LAYING_OUT = {"pack", "grid", "place", "geometry", "minsize", "maxsize", "resizable"}
LAYING_OUT |= {"set_column", "set_row", "tight_layout", "subplots_adjust"}
LAYING_OUT |= {"columnconfigure", "rowconfigure", "grid_columnconfigure", "grid_rowconfigure"}
LAYING_OUT |= {"pack_propagate", "grid_propagate", "propagate"}
STYLES = {"Alignment", "Border", "Cm", "Font", "Inches", "PatternFill", "Pt", "Side"}
STYLES |= {"ParagraphStyle", "Spacer", "TableStyle", "Scrollbar"}
STYLED = {"alignment", "border", "fill", "font", "freeze_panes"}
DIMENSIONS = {"column_dimensions", "row_dimensions"}
ABOUT = "core_properties"  # of a document: its author and title, which nobody reads in it
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
    "figsize",
    "fontsize",
    "linewidth",
    "rotation",
    "master",
    "xscrollcommand",
    "yscrollcommand",
}
# How many of the first arguments say where something is drawn, and how large; what is drawn comes after them.
DRAWING = {"drawString": 2, "drawCentredString": 2, "drawRightString": 2, "setFont": 2, "setLineWidth": 1}
DRAWING |= {"line": 4, "rect": 4, "roundRect": 5}


WIDGETS = {"Label", "Button", "Entry", "Frame", "LabelFrame", "Canvas", "Text", "Listbox", "Checkbutton", "Radiobutton"}
WIDGETS |= {"Scale", "Spinbox", "Combobox", "Progressbar", "Scrollbar", "Treeview", "Notebook", "Menu", "Separator"}
WIDGETS |= {"StringVar", "IntVar", "DoubleVar", "BooleanVar"}
OnlyLooks = Callable[[cst.Call, cst.Arg], bool]


# Why: docs/decisions.md, "What no person could object to isn't planted, or counts apart"
def install(source: str) -> OnlyLooks:
    """Leave alone how windows and documents look, where the program in `source` has any.

    Tells of an argument whether it is nothing but that: it may be left out, too, and nobody would notice.
    """
    if not any(name in source for name in DRAWN_BY):
        return lambda call, argument: False
    visitor: Any = MutationVisitor
    skip = visitor._skip_node_and_children
    placing: set[cst.CSTNode] = set()

    def is_left_alone(self: Any, node: cst.CSTNode) -> bool:
        placing.update(places(node))
        placing.update(counted(node) if isinstance(node, cst.FunctionDef) else ())
        return node in placing or is_layout(node) or skip(self, node)

    visitor._skip_node_and_children = is_left_alone
    return lambda call, argument: is_layout(argument) or argument in places(call) or is_parent(call, argument)


def is_parent(call: cst.Call, argument: cst.Arg) -> bool:
    """Whether it says in which part of a window another part is."""
    name = call.func.attr if isinstance(call.func, cst.Attribute) else call.func
    is_widget = isinstance(name, cst.Name) and name.value in WIDGETS
    return is_widget and argument is call.args[0] and argument.keyword is None


def places(node: cst.CSTNode) -> Sequence[cst.Arg]:
    """The arguments that say where something is drawn, or in which size, if `node` is a call that does."""
    match node:
        case cst.Call(func=cst.Attribute(attr=cst.Name("configure" | "config")), args=arguments):
            return [one for one in arguments if one.keyword and one.keyword.value == "size"]  # of a type
        case cst.Call(func=cst.Attribute(attr=cst.Name("add_heading")), args=arguments):
            return [one for one in arguments if one.keyword and one.keyword.value == "level"]
        case cst.Call(func=cst.Attribute(attr=cst.Name(name)), args=arguments):
            return arguments[: DRAWING.get(name, 0)]
    return ()


def counted(function: cst.FunctionDef) -> list[cst.CSTNode]:
    """The statements that count rows or columns, as in `row += 1`: what they give is read only to place something."""
    written = m.findall(function.body, m.AugAssign(target=m.Name()) | m.Assign(targets=[m.AssignTarget(m.Name())]))
    placed = {id(name) for node in _all(function) if is_layout(node) for name in _names(node)}
    own = {id(name) for node in written for name in _names(node) if name.value == _target(node).value}
    read = [name for name in _names(function) if id(name) not in own]
    elsewhere = {name.value for name in read if id(name) not in placed}
    counts = {name.value for name in read} - elsewhere
    return [node for node in written if _target(node).value in counts]


def _target(node: cst.CSTNode) -> cst.Name:
    target = node.targets[0].target if isinstance(node, cst.Assign) else cst.ensure_type(node, cst.AugAssign).target
    return cst.ensure_type(target, cst.Name)


def _all(node: cst.CSTNode) -> Sequence[cst.CSTNode]:
    return m.findall(node, m.MatchIfTrue(lambda _: True))


def _names(node: cst.CSTNode) -> list[cst.Name]:
    """Those that are read or written in it, and not what arguments and attributes are called."""
    named = {id(one.keyword) for one in _all(node) if isinstance(one, cst.Arg)}
    named |= {id(one.attr) for one in _all(node) if isinstance(one, cst.Attribute)}
    return [one for one in _all(node) if isinstance(one, cst.Name) and id(one) not in named]


def is_layout(node: cst.CSTNode) -> bool:
    """Whether it says where something stands, how large it is, or in which type."""
    match node:
        case cst.Arg(keyword=cst.Name(name)):
            return name in SIZES
        case cst.Call(func=cst.Attribute(attr=cst.Name(name))):
            return name in LAYING_OUT or name in STYLES
        case cst.Call(func=cst.Name(name)):
            return name in STYLES
        case cst.Assign(
            targets=[cst.AssignTarget(target=cst.Attribute(cst.Attribute(attr=cst.Name("core_properties"))))]
        ):
            return True  # a document's author and title, which nobody reads in it
        case cst.Assign(targets=[cst.AssignTarget(target=cst.Attribute(value, cst.Name(name)))]):
            return name in STYLED or any(
                m.findall(value, m.Attribute(attr=m.Name(part))) for part in (*DIMENSIONS, ABOUT)
            )
    return False
