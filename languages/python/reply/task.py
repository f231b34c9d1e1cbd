"""What a task's own Python tells: the signature to complete, the imports and helpers that come with it."""

from __future__ import annotations

import ast
import re
import textwrap
from dataclasses import dataclass

from languages.python.reply.extract import LONGEST, extract
from languages.python.reply.text import layers
from languages.python.syntax import (
    Definition,
    Function,
    bound_names,
    flaw_in,
    is_future,
    is_stub,
    parse,
    statements,
    tree_of,
    undefined_names,
)

_NAMED = re.compile(
    r"\b(?:def|class|function|method|called|named)\s+[`'\"]?([A-Za-z_]\w*)"
    r"|`([A-Za-z_]\w*)`|\b([A-Za-z_]\w*)\("
)
_NOTHING = re.compile(r"\n[ \t]+(?:pass|\.\.\.)[ \t]*$")


@dataclass(frozen=True, slots=True)
class TaskCode:
    """The Python in a task. `stub` is the function left to be written, if the code ends with one.

    `named` are the words that the task may be naming a function or class by.
    """

    source: str = ""
    stub: str = ""
    named: frozenset[str] = frozenset()

    def completed(self, body: str) -> str | None:
        """`source` with `body` as what the stub does; None if that doesn't fit."""
        if not self.stub:
            return None
        head = _NOTHING.sub("", self.source)
        code = f"{head}\n{textwrap.indent(textwrap.dedent(body), self._margin())}"
        return code if flaw_in(code) is None else None

    def supplied(self, code: str) -> str:
        """The task's imports and helpers that `code` uses but lacks, as source; the stub never counts."""
        if not self.source:
            return ""
        parts = [part for part in statements(self.source) if not (is_stub(part.node) or is_future(part.node))]
        wanted: list[int] = []
        missing = undefined_names(code)
        while found := [i for i, part in enumerate(parts) if i not in wanted and bound_names(part.node) & missing]:
            wanted += found
            missing |= undefined_names("\n".join(parts[i].source for i in found))
        return "\n".join(parts[i].text for i in sorted(wanted))

    def helpers(self) -> set[str]:
        """The names that the task's code defines in full, so that nobody has to write them."""
        body = parse(self.source).body
        return {node.name for node in body if isinstance(node, Definition) and not is_stub(node)}

    def _margin(self) -> str:
        under = self.source.rstrip().split("\n")[-1]
        return " " * (len(under) - len(under.lstrip())) or "    "


def read_task(task: str) -> TaskCode:
    """Find the Python in a task's text. A signature without anything under it counts as a stub."""
    named = frozenset(name for match in _NAMED.finditer(task) for name in match.groups() if name)
    for blocks in layers(task):
        for block in reversed(blocks):
            text = block.text.rstrip()
            text = f"{text}\n    pass" if text.endswith(":") else text
            code = extract(text, block.fenced).code.rstrip() if len(text) <= LONGEST else ""
            tree = tree_of(code) if code else None
            if tree and any(isinstance(node, Definition) for node in tree.body) and flaw_in(code) is None:
                return TaskCode(code, _stub(tree), named)
    return TaskCode(named=named)


def _stub(tree: ast.Module) -> str:
    last = tree.body[-1]
    return last.name if isinstance(last, Function) and is_stub(last) else ""
