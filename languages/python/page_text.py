"""Runs inside the sandbox: what a person reads on a page in HTML, a line for each row and each paragraph.

How it looks and what it does stand in it as well, and are nothing to be read. Imports nothing of ours.
"""

import re
from html.parser import HTMLParser

BLANKS = re.compile(r"\s+")
UNREAD = {"style", "script", "template", "svg", "noscript"}
CELLS = {"td", "th"}
WITHIN = {
    "a", "abbr", "b", "bdi", "bdo", "big", "cite", "code", "del", "em", "font", "i", "img", "input", "ins", "kbd",
    "label", "mark", "q", "s", "samp", "small", "span", "strong", "sub", "sup", "time", "u", "var", "wbr",
}  # fmt: skip
"""What begins no line of its own."""


def text_of(page: str) -> str:
    """Cells stand in one line with ` | ` between them, headings and items have their mark, pictures their words."""
    reader = _Reader()
    reader.feed(page)
    reader.close()
    lines = (" ".join(line.split()) for line in "".join(reader.parts).splitlines())
    return "\n".join(line.removeprefix("| ").rstrip(" |") for line in lines if line.strip(" |"))


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []
        self._unread = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in UNREAD:
            self._unread += 1
        elif tag not in WITHIN:
            self.parts.append(" | " if tag in CELLS else "\n")
        self.parts.append(_mark(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        if tag in UNREAD:
            self._unread = max(0, self._unread - 1)
        elif tag not in CELLS | WITHIN:
            self.parts.append("\n")

    def handle_data(self, data: str) -> None:
        if not self._unread:
            self.parts.append(BLANKS.sub(" ", data))


def _mark(tag: str, attributes: dict[str, str]) -> str:
    """What is said of an element that has no words of its own, or of what kind its words are."""
    match tag:
        case "h1" | "h2" | "h3" | "h4" | "h5" | "h6":
            return "#" * int(tag[1]) + " "
        case "li":
            return "- "
        case "img":
            return f"[... picture: {attributes.get('alt') or 'without words'} ...]"
        case "input":
            return f"[... {attributes.get('type') or 'field'} ...]"
    return ""
