"""A program of one file that uses parts: what the model wrote, and below it the parts that it needs.

    from parts import read_table          # from parts import read_table
                                           ...
    def main(): ...                  ->    def main(): ...
    if __name__ == "__main__":             # ---- the line that says what follows
        run(main)                          def read_table(...): ...
                                           if __name__ == "__main__":
                                               run(main)

So each line of the model's program keeps its number, but for those that start it.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Collection, Iterator, Mapping

from languages.errors import NoUsableReply
from languages.python.library import Part, needed, public, words
from languages.python.renaming import renamed
from languages.python.syntax import (
    Function,
    bound_names,
    is_docstring,
    is_future,
    is_main_guard,
    one_a_line,
    own_nodes,
    parse,
    statements,
    tree_of,
    without,
)
from message import say

MODULE = "parts"
LANGUAGE = "LANGUAGE"
LINE = "# " + "-" * 98
MARK = "# Parts that this program uses. Assay wrote and tested them once, for all programs. The program is above."
FUTURE = "from __future__ import annotations"
HEADING = f"{LINE}\n{MARK}\n{LINE}"
_HIDDEN = re.compile(r"# from parts(?:\.\w+)? import ")
_START = re.compile(r"^(?:#.*\n)*if\b.*\b__name__\b", re.MULTILINE)
"""What starts a program, with the comment above it."""


def assembled(source: str) -> str:
    """`source` with the parts that it imports below it; as it is where it imports none.

    Parts that it has already are replaced by those of today. Raises `NoUsableReply`.
    """
    source = own_part(source)
    tree = tree_of(source)
    if tree is None or not _imports(tree):
        return source
    used = _used(tree)
    if not used:
        return without(source, _is_of_parts)
    source = _with_future(one_a_line(source))
    head, start = _split(source)
    below = [HEADING, *_below(parse(source), used)]
    return "\n\n\n".join(text for text in (head, *below, start) if text) + "\n"


def own_part(source: str) -> str:
    """What the model wrote of a program: all of one without parts, else what stands above them and what starts it."""
    if HEADING not in source:
        return source
    head, _, tail = source.partition(HEADING)
    start = _START.search(tail)
    texts = (_shown(head), tail[start.start() :] if start else "")
    return "\n\n\n".join(text.rstrip("\n") for text in texts if text) + "\n"


def imported_parts(source: str) -> set[str]:
    """The names of the parts that a program imports, assembled or not; none of what isn't Python."""
    tree = tree_of(own_part(source))
    return {alias.name for node in _imports(tree) for alias in node.names} if tree else set()


def proved_lines(source: str) -> range:
    """Which lines of a program, from 1, are parts as they are today; none where there are none, or others."""
    if HEADING not in source or not _is_untouched(source):
        return range(0)
    head, _, tail = source.partition(HEADING)
    first, start = head.count("\n") + 1, _START.search(tail)
    return range(first, first + (HEADING + tail[: start.start() if start else None]).count("\n"))


def _is_untouched(source: str) -> bool:
    try:
        return assembled(source) == source
    except NoUsableReply:
        return False


def _imports(tree: ast.AST) -> list[ast.ImportFrom | ast.Import]:
    """Where it imports parts, wherever that stands."""
    return [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom) and _is_of_parts(node)]


def _is_of_parts(node: ast.stmt) -> bool:
    names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
    modules = [node.module or ""] if isinstance(node, ast.ImportFrom) else names
    return any(module.partition(".")[0] == MODULE for module in modules)


def _used(tree: ast.Module) -> dict[str, str]:
    """What the program calls the parts that it imports, and their names. Raises `NoUsableReply`."""
    for node in _imports(tree):
        if not isinstance(node, ast.ImportFrom) or node not in tree.body:
            raise NoUsableReply(say("Import parts at the top of the program, as in `from parts import to_amount`."))
    aliases = [alias for node in _imports(tree) for alias in node.names]
    own = _bound(tree)
    used = {alias.asname or alias.name: alias.name for alias in aliases if (alias.asname or alias.name) not in own}
    if unknown := sorted(set(used.values()) - public().keys()):
        raise NoUsableReply(
            say(
                "There is no part `%(name)s`. There are: %(names)s.", name=unknown[0], names=", ".join(sorted(public()))
            )
        )
    if early := sorted(_read_while_loaded(tree) & used.keys()):
        raise NoUsableReply(
            say("`%(name)s` is a part: use it only inside functions, for parts stand below the program.", name=early[0])
        )
    return used


def _bound(tree: ast.Module) -> set[str]:
    """The names that the program itself defines at its top level."""
    return {name for node in tree.body if not _is_of_parts(node) for name in bound_names(node)}


def _read_while_loaded(tree: ast.Module) -> set[str]:
    """Names that are read when the program is imported, but for annotations."""
    annotations = {id(inner) for note in _annotations(tree) for inner in ast.walk(note)}
    nodes = (node for part in tree.body if not is_main_guard(part) for node in own_nodes(part))
    return {node.id for node in nodes if isinstance(node, ast.Name) and id(node) not in annotations}


def _annotations(tree: ast.Module) -> Iterator[ast.expr]:
    for node in ast.walk(tree):
        if isinstance(node, ast.arg | ast.AnnAssign) and node.annotation:
            yield node.annotation
        if isinstance(node, Function) and node.returns:
            yield node.returns


def _with_future(source: str) -> str:
    """`source` with annotations that nobody reads while it is loaded, for parts stand below them."""
    body = parse(source).body
    if any(is_future(node) for node in body):
        return source
    lines = source.split("\n")
    at = body[0].end_lineno or 0 if is_docstring(body[0]) else 0
    return "\n".join([*lines[:at], *([""] if at else []), FUTURE, *lines[at:]])


def _split(source: str) -> tuple[str, str]:
    """The program with its imports of parts as comments and without what starts it, and that."""
    lines = source.rstrip("\n").split("\n")
    start: list[str] = []
    for part in reversed(statements(source)):
        if _is_of_parts(part.node):
            lines[part.start : part.end] = [f"# {line}".rstrip() for line in lines[part.start : part.end]]
        elif is_main_guard(part.node):
            start = lines[part.start : part.end] + start
            del lines[part.start : part.end]
    return "\n".join(lines).rstrip("\n"), "\n".join(start)


def _shown(head: str) -> str:
    """What `_split` made comments of, as imports again."""
    lines, is_inside = head.split("\n"), False
    for number, line in enumerate(lines):
        if is_inside or _HIDDEN.match(line):
            lines[number] = line.removeprefix("#").removeprefix(" ")
            is_inside = ")" not in line and (is_inside or "(" in line)
    return "\n".join(lines)


def _below(tree: ast.Module, used: Mapping[str, str]) -> Iterator[str]:
    """The parts that it needs, each under names that the program doesn't have for anything else."""
    language = _language(tree)
    found = [part for part in needed(set(used.values())) if LANGUAGE not in part.names or not language]
    imports, others = [part for part in found if part.is_import], [part for part in found if not part.is_import]
    known = words(language)
    said = {english: known[english] for part in others for english in part.sentences if english in known}
    text = "\n".join(part.text for part in imports)
    body = "\n\n\n".join(_spoken(part, said) for part in others)
    code = f"{text}\n\n\n{body}" if text else body
    taken = _taken(tree, parse(code), set(used.values()))
    code = renamed(code, {name: f"{name}_of_part" for name in taken})
    yield code
    if aliases := [f"{alias} = {name}" for alias, name in sorted(used.items()) if alias != name]:
        yield "\n".join(aliases)


def _language(tree: ast.Module) -> str:
    for node in tree.body:
        match node:
            case ast.Assign(targets=[ast.Name(id="LANGUAGE")], value=ast.Constant(value=str(language))):
                return language
            case ast.AnnAssign(target=ast.Name(id="LANGUAGE"), value=ast.Constant(value=str(language))):
                return language
    return ""


def _spoken(part: Part, said: Mapping[str, str]) -> str:
    """Its text; of the table of sentences, with those that are said."""
    if "SENTENCES" not in part.names or not said:
        return part.text
    rows = "".join(
        f"    {json.dumps(key, ensure_ascii=False)}: {json.dumps(said[key], ensure_ascii=False)},\n" for key in said
    )
    return f"SENTENCES: dict[str, str] = {{\n{rows}}}"


def _taken(program: ast.Module, below: ast.Module, used: Collection[str]) -> set[str]:
    """Names that mean one thing in the program and another in the parts below it."""
    there = {name: node for node in program.body if not _is_of_parts(node) for name in bound_names(node)}
    here = {name: node for node in below.body for name in bound_names(node)}
    return {name for name in there.keys() & here.keys() if not _is_same(name, there[name], here[name])} - set(used)


def _is_same(name: str, one: ast.stmt, other: ast.stmt) -> bool:
    """Whether both import the same under this name."""
    return _origin(name, one) == _origin(name, other) is not None


def _origin(name: str, node: ast.stmt) -> tuple[str, str] | None:
    for alias in node.names if isinstance(node, ast.Import | ast.ImportFrom) else ():
        if (alias.asname or alias.name.partition(".")[0]) == name:
            return (node.module or "", alias.name) if isinstance(node, ast.ImportFrom) else ("", alias.name)
    return None
