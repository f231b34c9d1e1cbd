"""Mails, one (.eml) or many (mbox): headers and what they say, the parts with their names and sizes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from email import message_from_bytes
from email.errors import MessageError
from email.header import decode_header, make_header
from email.message import Message
from itertools import islice
from pathlib import Path

from .records import Records, located, short, told
from .said import Look, _, ngettext

MOST_MAILS = 2_000
LARGEST = 10_000_000  # bytes of one mail that are read
WANTED = {
    *("From", "To", "Cc", "Bcc", "Reply-To", "Subject", "Date", "Message-Id", "In-Reply-To", "References"),
    "X-Gmail-Labels",
}
"""Headers that are shown with what they say, written as `str.title` does."""
CHOICES = ("type", "charset", "written as", "disposition")
MOST_OTHERS = 20
MOST_PARTS = 50
LONGEST_HEADER = 500
SAID = 400  # characters of what the first mail of many says
ENCODED = ("base64", "quoted-printable")
WRITTEN = 20_000
SEPARATOR = re.compile(rb"From \S+ .*\d{4}\b")


@dataclass
class Reading:
    records: Records = field(default_factory=lambda: Records(*CHOICES))
    others: Counter[str] = field(default_factory=Counter)
    structures: Counter[str] = field(default_factory=Counter)
    defects: dict[str, list[int]] = field(default_factory=dict)
    text: str = ""
    mails: int = 0

    def take(self, data: bytes) -> None:
        """One mail; of many only the first are read."""
        self.mails += 1
        if self.mails > MOST_MAILS:
            return
        message = message_from_bytes(data)
        named = [(name, str(value)[:LONGEST_HEADER]) for name, value in message.items()]
        self.records.add("mail", [(name, said(value)) for name, value in named if name.title() in WANTED])
        self.others.update(dict.fromkeys((name for name, _value in named if name.title() not in WANTED), 1))
        self.structures[structure(message)] += 1
        for part in list(message.walk())[:MOST_PARTS]:
            self.take_part(part)

    def take_part(self, part: Message) -> None:
        for defect in part.defects:
            self.defects.setdefault(type(defect).__name__, []).append(self.mails)
        if part.is_multipart():
            return
        payload = part.get_payload(decode=True)
        content = payload if isinstance(payload, bytes) else b""
        values = {
            "type": part.get_content_type(),
            "charset": part.get_param("charset") or "",
            "written as": part.get("Content-Transfer-Encoding") or "",
            "disposition": part.get_content_disposition() or "",
            "file name": said(str(part.get_filename() or "")),
            "bytes": f"{len(content)}",
        }
        self.records.add("part", [(name, str(value)) for name, value in values.items() if value])
        if not self.text and part.get_content_type() == "text/plain":
            charset = part.get_content_charset("utf-8")
            self.text = readable(content, charset)[:SAID]

    def lines(self) -> Iterator[str]:
        if self.mails > MOST_MAILS:
            yield f"only the first {MOST_MAILS:,} of {self.mails:,} were looked into"
        for defect, mails in self.defects.items():
            yield from located(f"broken ({defect})", mails, "mail")
        yield from self.records.lines()
        for form, count in self.structures.most_common(5):
            yield f"parts of {count:,}: {form}"
        if self.others:
            yield "other headers: " + ", ".join(name for name, _count in self.others.most_common(MOST_OTHERS))
        if self.text and self.mails > 1:
            yield "The first text, decoded: " + short(self.text[:SAID])


def mail(path: Path) -> Look:
    """One mail."""
    with path.open("rb") as file:
        data = file.read(LARGEST)
    reading = Reading()
    reading.take(data)
    return _("a mail"), told(list(reading.lines()), as_read(message_from_bytes(data)) or beginning(data))


def mailbox(path: Path) -> Look:
    """The mails of an mbox, which begin with lines `From ...`, and where such a line stands that may begin none."""
    reading, odd = Reading(), list[int]()
    with path.open("rb") as file:
        for data in mails_in(file, odd):
            reading.take(data)
    with path.open("rb") as file:
        begins = beginning(file.read(WRITTEN))
    lines = [*located("'From ' without a blank line before it, or without a date", odd), *reading.lines()]
    return ngettext("a mailbox of %(count)s mail", "a mailbox of %(count)s mails", reading.mails), told(lines, begins)


def as_read(message: Message) -> str:
    """A mail whose texts are encoded as whoever opens it reads it, below its own headers; empty where none is."""
    parts = [part for part in islice(message.walk(), MOST_PARTS) if not part.is_multipart()]
    if not any(
        is_text(part) and str(part.get("Content-Transfer-Encoding", "")).casefold() in ENCODED for part in parts
    ):
        return ""
    headers = "\n".join(f"{name}: {value}" for name, value in message.items())
    return "\n\n".join([headers, *map(part_as_read, parts)])[:WRITTEN]


def part_as_read(part: Message) -> str:
    payload = part.get_payload(decode=True)
    content = payload if isinstance(payload, bytes) else b""
    if not is_text(part):
        return (
            f"({part.get_content_type()}, {said(str(part.get_filename() or 'without a name'))}, {len(content)} bytes)"
        )
    encoding = part.get("Content-Transfer-Encoding") or "7bit"
    text = readable(content, part.get_content_charset("utf-8"))
    return f"({part.get_content_type()}, decoded from {encoding})\n{text}"


def is_text(part: Message) -> bool:
    return part.get_content_maintype() == "text" and part.get_content_disposition() != "attachment"


def mails_in(lines: Iterable[bytes], odd: list[int]) -> Iterator[bytes]:
    """Each mail, of one that is too large its beginning; the numbers of lines that may be no separators go to `odd`."""
    parts, size, blank = list[bytes](), 0, True
    for number, line in enumerate(lines, start=1):
        if line.startswith(b"From "):
            if not blank or not SEPARATOR.match(line[:LONGEST_HEADER]):
                odd.append(number)
            if number > 1:
                yield b"".join(parts)
            parts, size = [], 0
        elif size < LARGEST:
            parts.append(line)
            size += len(line)
        blank = not line.strip()
    yield b"".join(parts)


def beginning(data: bytes) -> str:
    return data[:WRITTEN].decode("utf-8", "replace")


def said(value: str) -> str:
    """A header as it is meant, and as it is written where that differs."""
    if "=?" not in value:
        return value
    try:
        meant = str(make_header(decode_header(value)))
    except (ValueError, LookupError, MessageError):
        return f"{value} (can't be decoded)"
    return f"{meant}, written as {value}"


def structure(message: Message, depth: int = 0) -> str:
    """The types of a mail's parts, each multipart with its own in parentheses."""
    kind = message.get_content_type()
    parts = message.get_payload()
    if not message.is_multipart() or not isinstance(parts, list) or depth > 4:
        return kind
    inside = ", ".join(structure(part, depth + 1) for part in parts[:8] if isinstance(part, Message))
    return f"{kind} ({inside}{', ...' if len(parts) > 8 else ''})"


def readable(content: bytes, charset: str) -> str:
    try:
        return content.decode(charset, "replace")
    except LookupError:
        return content.decode("utf-8", "replace")
