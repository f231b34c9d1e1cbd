"""From a raw reply to the pieces of text in it that may be code.

Thinking is left out, JSON and HTML are unwrapped, fences are opened. Whether a piece is Python is
decided elsewhere; all this is linear in the length of the reply.
"""

from __future__ import annotations

import html
import json
import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass

PYTHON_LABELS = frozenset({"python", "py", "python3", "py3", "ipython", "python-repl", "pycon"})
JSON_LABELS = frozenset({"", "json", "jsonc", "json5"})

_THINKING = re.compile(
    r"(?m)^[ \t]*<(?P<open>think|thinking|thought|reasoning)>"
    r"|</(?:think|thinking|thought|reasoning)>(?=[ \t]*$)"
    r"|^[ \t]*</(?:think|thinking|thought|reasoning)>"
)
_FENCE = re.compile(r"^(?P<indent>[ \t]*)(?P<marks>`{3,}|~{3,})(?P<info>[^`\n]*)$")
_CODE_AS_LABEL = re.compile(r"(def|class|import|from|async|assert)\s")
_PAGE = re.compile(r"\s*<(!doctype|!--|[a-z][a-z0-9]*[\s>])", re.IGNORECASE)
_UNSEEN = ("script", "style")
_LOOKAHEAD = 500  # lines, and blocks: with these limits a reply of nothing but fences takes linear time, too
_MOST_BLOCKS = 200
_TAG = re.compile(r"</?[a-z][a-z0-9]*(?:\s[^<>]*)?/?>", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of a reply; `label` is what a fence was marked with, in lower case."""

    text: str
    label: str = ""
    fenced: bool = False


def layers(reply: str) -> Iterator[list[Block]]:
    """The pieces of `reply` that may be code, the likeliest layer first.

    Fenced Python comes before other fences, and these before the text around them.
    """
    fenced: list[Block] = []
    around: list[Block] = []
    for block in _unwrapped(_without_thinking(_tidy(reply))):
        inner, outside = _fences(block)
        fenced += inner
        around.append(Block(outside, block.label))
    opened = [part for block in fenced[-_MOST_BLOCKS:] for part in _from_json(block)]
    yield [block for block in opened if block.label in PYTHON_LABELS]
    yield [block for block in opened if block.label not in PYTHON_LABELS]
    yield around


def _tidy(reply: str) -> str:
    return reply.replace("\r\n", "\n").replace("\r", "\n").replace("\ufeff", "")


def _without_thinking(text: str) -> str:
    """What a model said, without what it said to itself; an end without a beginning counts from the start."""
    said: list[str] = []
    position, thinking = 0, False
    for tag in _THINKING.finditer(text):
        if tag["open"]:
            if not thinking:
                said.append(text[position : tag.start()])
                position = tag.end()
            thinking = True
        else:
            if not thinking:
                said.clear()
            position, thinking = tag.end(), False
    rest = text[position:]
    if thinking and "".join(said).strip():
        return "".join(said)
    return "".join(said) + rest


def _unwrapped(text: str) -> list[Block]:
    """The pieces inside a web page or a JSON document; the text itself if it is neither."""
    is_page = _PAGE.match(text) and not any(_FENCE.match(line) for line in text.split("\n"))
    return _from_page(text) if is_page else _from_json(Block(text))


def _from_json(block: Block) -> list[Block]:
    start = block.text.lstrip()
    if block.label not in JSON_LABELS or start[:1] not in ("{", "["):
        return [block]
    try:
        value, _ = json.JSONDecoder(strict=False).raw_decode(start)
        texts = [_tidy(text) for text in _strings(value) if text.strip()]
    except (ValueError, RecursionError):
        return [block]
    return [part for text in texts for part in _fences(Block(text))[0] or [Block(text)]] or [block]


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _strings(item)


def _from_page(page: str) -> list[Block]:
    for tag in _UNSEEN:
        page = "".join(outside for outside, _ in _elements(page, tag))
    for tag in ("pre", "code"):
        found = [Block(_plain(inside)) for _, inside in _elements(page, tag)]
        if any("\n" in block.text.strip() for block in found):
            return found
    return [Block(_plain(page))]


def _elements(page: str, tag: str) -> Iterator[tuple[str, str]]:
    """The text before each `tag` element, and its content; the text after the last comes alone."""
    begins = re.compile(rf"<{tag}\b[^<>]*>", re.IGNORECASE)
    ends = re.compile(rf"</{tag}\b[^<>]*>?", re.IGNORECASE)
    position = 0
    while opening := begins.search(page, position):
        closing = ends.search(page, opening.end())
        end, after = closing.span() if closing else (len(page), len(page))
        yield page[position : opening.start()], page[opening.end() : end]
        position = after
    yield page[position:], ""


def _plain(markup: str) -> str:
    text = _TAG.sub(lambda tag: "\n" if tag[0].lower().startswith("<br") else "", markup)
    try:
        text = html.unescape(text)
    except ValueError:  # a character reference with thousands of digits
        return text
    return _tidy(text.replace("\u00a0", " "))


def _fences(block: Block) -> tuple[list[Block], str]:
    """The fenced blocks in a text, and the text around them."""
    lines = block.text.split("\n")
    fenced: list[Block] = []
    outside: list[str] = []
    index = 0
    while index < len(lines):
        opening = _FENCE.match(lines[index])
        if opening:
            end = _closing(lines, index + 1, opening["marks"])
            fenced.append(_opened(opening, lines[index + 1 : end]))
            index = end
        else:
            outside.append(lines[index])
        index += 1
    return fenced, "\n".join(outside)


def _closing(lines: list[str], start: int, marks: str) -> int:
    """The index of the line that ends a fence, which isn't one inside a triple-quoted string."""
    first: int | None = None
    quotes = 0
    for index in range(start, len(lines)):
        line = lines[index].strip()
        if len(line) >= len(marks) and line == marks[0] * len(line):
            if quotes % 2 == 0:
                return index
            first = index if first is None else first
        if first is not None and index > first + _LOOKAHEAD:
            break
        quotes += line.count('"""') + line.count("'''")
    return len(lines) if first is None else first


def _opened(opening: re.Match[str], lines: list[str]) -> Block:
    info = opening["info"].strip()
    if _CODE_AS_LABEL.match(info):
        return Block("\n".join([info, *lines]), fenced=True)
    if lines and lines[-1].endswith(opening["marks"]):
        lines = [*lines[:-1], lines[-1].removesuffix(opening["marks"])]
    code = "\n".join(lines)
    label = (info.lower().strip("{}. ").split() or [""])[0].partition("{")[0].partition(",")[0]
    return Block(textwrap.dedent(code) if opening["indent"] else code, label, fenced=True)
