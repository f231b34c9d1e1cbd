"""Mails, one (.eml) or many (.mbox)."""

from __future__ import annotations

import email
import email.message
import email.policy
import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from languages.python.parts.read.files import CannotRead, _content_of, _place_of
from languages.python.parts.read.text import _decoded
from languages.python.parts.telling import sentence, tell

_MBOX_START = re.compile(rb"(?:\A|(?<=\n\n)|(?<=\n\r\n))From \S+ [^\n]*\d:\d\d[^\n]*\n")
_MBOX_ESCAPE = re.compile(rb"^>(>*From )", re.MULTILINE)
_MAIL_HEADER = re.compile(rb"[!-9;-~]+:")
_BLOCKS = ("p", "br", "div", "tr", "li", "h1", "h2", "h3", "table")
_UNSHOWN = ("style", "script", "head", "title")


def read_mails(path: str | Path) -> list[dict[str, Any]]:
    """The mails of an .mbox or .eml: date (datetime with zone, or None), sender, to, subject, text (str),
    attachments (list of names)."""
    data, name = _content_of(path), _place_of(path).name
    texts = list(_single_mails(data))
    if not all(map(_MAIL_HEADER.match, texts)) or not texts:
        raise CannotRead(sentence("“{name}” has no mails.", name=name))
    mails: list[dict[str, Any]] = []
    for number, text in enumerate(texts, start=1):
        try:
            mails.append(_mail(text))
        except Exception:  # whatever Python meets in a mail that is damaged
            tell(sentence("{file}: mail {number} is damaged and left out.", file=name, number=number))
    return mails


def _single_mails(data: bytes) -> Iterator[bytes]:
    """What follows each line `From somebody ...` in a mailbox; else the one mail."""
    data = data.removeprefix(b"\xef\xbb\xbf")
    starts = list(_MBOX_START.finditer(data)) if data.startswith(b"From ") else []
    ends = [*(found.start() for found in starts[1:]), len(data)]
    for number, found in enumerate(starts):
        yield _MBOX_ESCAPE.sub(rb"\1", data[found.end() : ends[number]])
    if not starts and data.strip():
        yield data


def _mail(data: bytes) -> dict[str, Any]:
    message = email.message_from_bytes(data, policy=email.policy.default)
    return {
        "date": _mail_date(_mail_header(message, "Date")),
        "sender": _mail_header(message, "From"),
        "to": _mail_header(message, "To"),
        "subject": _mail_header(message, "Subject"),
        "text": _mail_text(message),
        "attachments": [name for part in message.walk() if (name := _attached_name(part))],
    }


def _mail_header(message: email.message.Message, name: str) -> str:
    with suppress(Exception):  # what Python can't take apart
        return " ".join(str(message.get(name, "")).split())
    return ""


def _mail_date(said: str) -> datetime | None:
    with suppress(Exception):  # what it raises depends on what is odd
        when = parsedate_to_datetime(said)
        return when if when.tzinfo else when.replace(tzinfo=UTC)
    return None


def _attached_name(part: email.message.Message) -> str:
    with suppress(Exception):  # what Python can't take apart
        return part.get_filename() or ""
    return ""


def _mail_text(message: email.message.EmailMessage) -> str:
    """What is to be read, plain where it is there, or else what a page says."""
    body = None
    with suppress(Exception):  # parts that aren't in each other as they should be
        body = message.get_body(("plain", "html"))
    if body is None:
        return ""
    text = _mail_content(body)
    return _text_of_page(text) if body.get_content_subtype() == "html" else text.strip()


def _mail_content(part: Any) -> str:
    with suppress(Exception):  # an encoding that isn't there
        text = str(part.get_content())
        if "�" not in text:
            return text.replace("\r\n", "\n")
    with suppress(CannotRead):
        return _decoded(part.get_payload(decode=True), "")
    return ""


class _PageText(HTMLParser):
    """Collects what a browser would show."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: list[str] = []
        self._within = ""

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self._within = self._within or (tag if tag in _UNSHOWN else "")
        self.shown += ["\n"] * (tag in _BLOCKS)

    def handle_endtag(self, tag: str) -> None:
        self._within = "" if tag == self._within else self._within

    def handle_data(self, data: str) -> None:
        self.shown += [re.sub(r"\s+", " ", data)] * (not self._within)


def _text_of_page(page: str) -> str:
    parser = _PageText()
    parser.feed(page)
    parser.close()
    lines = (" ".join(line.split()) for line in "".join(parser.shown).split("\n"))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()
