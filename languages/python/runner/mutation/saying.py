"""Where a program says or shows something, and doesn't only work it out. Also runs inside the sandbox."""

import ast
import re
from collections.abc import Iterator

Function = ast.FunctionDef | ast.AsyncFunctionDef

ANYWHERE = {
    "print",
    "input",
    "write",
    "writelines",
    "writerow",
    "writerows",
    "writeheader",
    "write_text",
    "write_bytes",
}
WIDGETS = {"Label", "Button", "Entry", "Text", "Listbox", "Checkbutton", "Radiobutton", "Scale", "Spinbox", "Combobox"}
WIDGETS |= {"Progressbar", "Treeview", "Menu", "LabelFrame", "Message", "OptionMenu", "ScrolledText"}
DIALOGS = {"showinfo", "showwarning", "showerror", "askyesno", "askokcancel", "askquestion", "askretrycancel"}
DIALOGS |= {"askstring", "askinteger", "askfloat", "askopenfilename", "asksaveasfilename", "askdirectory"}
IN_WINDOWS = {"config", "configure", "insert", "title", "itemconfig", "itemconfigure", "add_command", "heading"}
IN_WINDOWS |= {"create_text", "create_line", "create_rectangle", "create_oval", "create_image", "create_polygon"}
DOCUMENT = {"add_heading", "add_paragraph", "add_run", "add_table", "add_picture", "add_page_break", "save"}
DRAWN = {"drawString", "drawCentredString", "drawRightString", "showPage", "Paragraph", "Table", "build", "save"}
PLOTTED = {"savefig", "show", "plot", "bar", "barh", "pie", "hist", "scatter", "set_title", "set_xlabel", "set_ylabel"}

# What is called where something is said or shown, by the module that the program has it from.
BY_MODULE = {
    "tkinter": WIDGETS | DIALOGS | IN_WINDOWS,
    "json": {"dump"},
    "yaml": {"dump", "safe_dump"},
    "pickle": {"dump"},
    "openpyxl": {"save", "create_sheet", "cell"},
    "xlsxwriter": {"add_worksheet", "write_row", "write_column", "write_string", "write_number", "merge_range"},
    "docx": DOCUMENT,
    "pptx": {"add_slide", "add_textbox", "save"},
    "reportlab": DRAWN,
    "fpdf": {"multi_cell", "cell", "output"},
    "matplotlib": PLOTTED,
    "PIL": {"save", "show", "text"},
    "pandas": {"to_csv", "to_excel", "to_html", "to_json", "to_markdown", "to_string"},
    "zipfile": {"writestr"},
}
PAGE = re.compile(r"</[a-z]\w*>|<(?:!doctype|html|body|table|tr|td|ul|li|p|div|h[1-6]|br)\b", re.IGNORECASE)


def functions(source: str) -> set[str]:
    """The functions, as in `Cart.total`, that themselves ask, show or write something for a person, or build a page."""
    tree = ast.parse(source)
    names = ANYWHERE.union(*(BY_MODULE.get(module, ()) for module in _modules(tree)))
    places = [("", node) for node in tree.body]
    places += [(f"{node.name}.", inner) for node in tree.body if isinstance(node, ast.ClassDef) for inner in node.body]
    return {prefix + node.name for prefix, node in places if isinstance(node, Function) and _says(node, names)}


def _modules(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (one.name.partition(".")[0] for one in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module.partition(".")[0]


def _says(function: Function, names: set[str]) -> bool:
    nodes = [node for statement in function.body if not _is_mere_text(statement) for node in ast.walk(statement)]
    called = (node.func for node in nodes if isinstance(node, ast.Call))
    said = {node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "") for node in called}
    texts = (node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str))
    return not said.isdisjoint(names) or any(map(PAGE.search, texts))


def _is_mere_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
