"""A web page as a person sees it who opens the file: read from its HTML. Runs no scripts, see `opened.py`."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import PurePosixPath
from urllib.parse import unquote, unquote_to_bytes, urlsplit

from .lines import first, laid_out
from .parts import Part, smallest

UNSEEN = {"script", "style", "template", "noscript", "head"}
EMPTY = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
LINES = {"address", "article", "aside", "blockquote", "br", "caption", "dd", "details", "div", "dl", "dt", "fieldset"}
LINES |= {"figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "legend", "li"}
LINES |= {"main", "nav", "ol", "option", "p", "pre", "section", "summary", "table", "tr", "ul", "textarea"}
HEADINGS = {"h1", "h2", "h3", "h4", "h5", "h6"}
SIBLINGS = {"td": ("td", "th"), "th": ("td", "th"), "tr": ("tr",), "li": ("li",), "option": ("option",)}
AROUND = {"table", "ul", "ol", "select"}
FIELDS = {"input", "select", "textarea"}
UNWRITTEN = {"hidden", "submit", "button", "reset", "image", "password", "checkbox", "radio", "file", "range", "color"}
"""Kinds of fields whose value nobody sees as it is written."""
HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
LAID_OUT = re.compile(r"white-space\s*:\s*(?:pre|break-spaces)", re.IGNORECASE)
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
SELECTED = re.compile(r"([\w-]*)((?:[.#][\w-]+)*)$")  # by its last part, as in `td.note` of `table td.note`
LOADED = {
    "img": "src",
    "script": "src",
    "link": "href",
    "source": "src",
    "iframe": "src",
    "video": "src",
    "audio": "src",
}


@dataclass
class Picture:
    """`words` stand for it where it can't be seen. `content` is what is in the file; None where that is missing."""

    words: str
    address: str
    content: bytes | None = None


@dataclass
class Page:
    """What stands in it, in its order. `missing` are addresses that lead to nothing: no such file, no such place in
    the page. `outside` are those that it loads from other servers."""

    title: str = ""
    text: str = ""
    headings: list[str] = field(default_factory=list)
    links: list[tuple[str, str]] = field(default_factory=list)
    pictures: list[Picture] = field(default_factory=list)
    tables: list[list[list[str]]] = field(default_factory=list)
    fields: list[tuple[str, str]] = field(default_factory=list)
    buttons: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    outside: list[str] = field(default_factory=list)
    has_scripts: bool = False
    parts: list[Part] = field(default_factory=list)

    def part(self, *words: str) -> str:
        """The text of the row, entry or card with all of these words in it, see `parts.py`; empty where none has."""
        return smallest(self.parts, words)

    def line(self, *words: str) -> str:
        """The first line of its text with all of these words in it, see `lines.py`; empty where none has."""
        return first(self.text, words)

    def __repr__(self) -> str:
        return "page"  # failures show what they compare anyway


def found(name: str, contents: Mapping[str, bytes]) -> str:
    """The path of the page `name`, which may be left out where there is one only; `contents` are all files.

    Raises `AssertionError` where there is none.
    """
    pages = [path for path in contents if path.casefold().endswith((".html", ".htm"))]
    wanted = [path for path in contents if path == name] if name else pages
    if len(wanted) != 1:
        raise AssertionError(f"There is no page {name!r}. There are: {', '.join(sorted(contents)) or 'no files'}")
    return wanted[0]


def read(name: str, contents: Mapping[str, bytes], html: str | None = None) -> Page:
    """The page in the file `name`, see `found`; or what became of it, as `html`. `contents` are all files beside it."""
    path = found(name, contents)
    reader = _Reader(PurePosixPath(path), contents)
    reader.feed(contents[path].decode("utf-8-sig", "replace") if html is None else html)
    reader.close()
    return reader.finished()


@dataclass
class _Element:
    """An element that isn't closed yet, and the words in it so far."""

    tag: str
    attributes: dict[str, str]
    words: list[str] = field(default_factory=list)
    shown: Part | None = None

    @property
    def said(self) -> str:
        return " ".join("".join(self.words).split())


NO_LABEL = _Element("label", {})


class _Reader(HTMLParser):
    def __init__(self, path: PurePosixPath, contents: Mapping[str, bytes]) -> None:
        super().__init__()
        self._path, self._contents = path, contents
        self._page = Page()
        self._open: list[_Element] = []
        self._text: list[str] = []
        self._labels: dict[str, str] = {}
        self._places: set[str] = set()
        self._fields: list[tuple[dict[str, str], str, _Element]] = []
        self._jumps: list[str] = []
        self._keeping: list[tuple[str, set[str]]] = []  # what keeps its line ends, by a tag, and classes and ids

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """See `HTMLParser`."""
        attributes = {name: value or "" for name, value in attrs}
        self._end_sibling(tag)
        self._places |= {attributes[name] for name in ("id", "name") if name in attributes}
        self._page.has_scripts |= tag == "script" or any(name.startswith("on") for name in attributes)
        self._separate(tag)
        if tag in LOADED and LOADED[tag] in attributes:
            self._load(tag, attributes)
        part = self._element(tag, attributes)
        if not _is_hidden(part) and not self._is_unseen():
            self._begin(part)
        if tag not in EMPTY:
            self._open.append(part)

    def _element(self, tag: str, attributes: dict[str, str]) -> _Element:
        sort, *_ = [*attributes.get("class", "").split(), ""]
        around = self._open[-1].shown if self._open else None
        return _Element(tag, attributes, shown=Part(tag, sort, around, self._text, len(self._text)))

    def _begin(self, part: _Element) -> None:
        if part.tag in FIELDS:
            self._add_field(part.tag, part.attributes)
            self._add_value(part)
        elif part.tag == "table":
            self._page.tables.append([])
        elif part.tag == "tr" and self._page.tables:
            self._page.tables[-1].append([])

    def _end_sibling(self, tag: str) -> None:
        """HTML lets the end of some elements be left out, where the next one begins."""
        for part in reversed(self._open):
            if part.tag in AROUND:
                return
            if part.tag in SIBLINGS.get(tag, ()):
                self.handle_endtag(part.tag)
                return

    def handle_endtag(self, tag: str) -> None:
        """See `HTMLParser`; what was left open inside is closed with it."""
        if tag not in (part.tag for part in self._open):
            return
        while self._open and self._close_last() != tag:
            pass
        self._separate(tag)

    def _close_last(self) -> str:
        """The tag of what was open last."""
        seen, part = not self._is_unseen(), self._open.pop()
        if seen or part.tag == "title":
            self._close(part)
        return part.tag

    def handle_data(self, data: str) -> None:
        """See `HTMLParser`."""
        seen = not self._is_unseen()
        for part in self._open:
            if seen or part.tag == "title":  # which lies in the head
                part.words.append(data)
        if self._open and self._open[-1].tag == "style":
            self._keeping += _keeping_lines(data)
        if seen:
            self._text.append(data if self._is_laid_out() else re.sub(r"\s+", " ", data))

    def finished(self) -> Page:
        """What was read, once all of it was."""
        while self._open:
            self._close_last()
        self._page.text = laid_out(self._text)
        for attributes, kind, around in self._fields:
            name = self._labels.get(attributes.get("id", ""), "") or around.said or attributes.get("aria-label", "")
            self._page.fields.append((name or attributes.get("placeholder", ""), kind))
        self._page.missing += [jump for jump in self._jumps if unquote(jump[1:]) not in self._places]
        return self._page

    def _is_laid_out(self) -> bool:
        return any(part.tag in ("pre", "textarea") or self._keeps_lines(part) for part in self._open)

    def _keeps_lines(self, part: _Element) -> bool:
        names = {f".{one}" for one in part.attributes.get("class", "").split()} | {f"#{part.attributes.get('id', '')}"}
        by_rule = any(tag in ("", part.tag) and marks <= names for tag, marks in self._keeping)
        return by_rule or bool(LAID_OUT.search(part.attributes.get("style", "")))

    def _is_unseen(self) -> bool:
        return any(map(_is_hidden, self._open))

    def _separate(self, tag: str) -> None:
        """As it is laid out: in lines, and a table's cells apart."""
        self._text.append("\n" if tag in LINES else "\t" if tag in ("td", "th") else " " if tag == "button" else "")

    def _close(self, part: _Element) -> None:
        page, tag, said = self._page, part.tag, part.said
        if part.shown and tag not in ("body", "html"):
            part.shown.ends = len(self._text)
            page.parts.append(part.shown)
        if tag == "title":
            page.title = page.title or said  # a drawing may have one as well
        elif tag in HEADINGS:
            page.headings.append(said)
        elif tag == "button":
            page.buttons.append(said)
        elif tag == "label" and "for" in part.attributes:
            self._labels[part.attributes["for"]] = said
        elif tag in ("td", "th") and page.tables and page.tables[-1]:
            page.tables[-1][-1].append(said)
        elif tag == "a" and "href" in part.attributes:
            page.links.append((said, part.attributes["href"]))
            self._look_up(part.attributes["href"])

    def _add_field(self, tag: str, attributes: dict[str, str]) -> None:
        kind = attributes.get("type", "text").casefold() if tag == "input" else tag
        if kind in ("submit", "button", "reset"):
            self._page.buttons.append(attributes.get("value", ""))
        elif kind != "hidden":
            around = next((part for part in reversed(self._open) if part.tag == "label"), NO_LABEL)
            self._fields.append((attributes, kind, around))

    def _add_value(self, part: _Element) -> None:
        """What is written in a field stands behind its name."""
        value = part.attributes.get("value", "")
        if part.tag == "input" and value and part.attributes.get("type", "text").casefold() not in UNWRITTEN:
            self._text.append(f"\t{value}\t")
            for cell in self._open:
                if cell.tag in ("td", "th"):
                    cell.words.append(f" {value} ")

    def _load(self, tag: str, attributes: dict[str, str]) -> None:
        address = attributes[LOADED[tag]]
        content = self._look_up(address)
        if urlsplit(address).scheme in ("http", "https") or address.startswith("//"):
            self._page.outside.append(address)
        if tag == "img":
            self._page.pictures.append(Picture(attributes.get("alt", ""), address[:200], content))

    def _look_up(self, address: str) -> bytes | None:
        """What is at an address of this page or beside it; one that leads nowhere is noted."""
        if address.startswith("#"):
            self._jumps += [address] if len(address) > 1 else []
            return None
        parts = urlsplit(address)
        if parts.scheme == "data":
            return _embedded(address)
        if parts.scheme or parts.netloc:
            return None
        content = self._contents.get(_beside(self._path, unquote(parts.path)))
        if content is None and parts.path:
            self._page.missing.append(address)
        return content


def _keeping_lines(styles: str) -> Iterator[tuple[str, set[str]]]:
    """The tag, and the classes and ids, of what keeps its line ends by these rules."""
    for selectors, declared in RULE.findall(styles):
        for selector in selectors.split(",") if LAID_OUT.search(declared) else ():
            found = SELECTED.search(selector.strip())
            if found and found[0]:
                yield found[1].lower(), set(re.findall(r"[.#][\w-]+", found[2]))


def _is_hidden(part: _Element) -> bool:
    hides = HIDDEN.search(part.attributes.get("style", ""))
    return part.tag in UNSEEN or "hidden" in part.attributes or bool(hides)


def _beside(page: PurePosixPath, path: str) -> str:
    return "/".join(_without_dots([*page.parent.parts, *path.split("/")]))


def _without_dots(parts: list[str]) -> Iterator[str]:
    found: list[str] = []
    for part in parts:
        if part == ".." and found:
            found.pop()
        elif part not in ("", ".", ".."):
            found.append(part)
    return iter(found)


def _embedded(address: str) -> bytes | None:
    head, _, data = address.partition(",")
    try:
        return base64.b64decode(unquote(data)) if head.endswith(";base64") else unquote_to_bytes(data)
    except (ValueError, binascii.Error):
        return None
