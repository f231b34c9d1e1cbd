"""Mails, made by Python's own library and by hand."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from languages.python.parts.read.files import CannotRead
from languages.python.parts.read.mails import read_mails

WHEN = datetime(2025, 5, 2, 10, 0, tzinfo=timezone(timedelta(hours=2)))


def mail(subject: str = "Grüße", attached: bool = False) -> bytes:
    made = EmailMessage()
    made["From"], made["To"], made["Subject"] = "Jörg <j@example.org>", "a@example.org, Bö <b@example.org>", subject
    made["Date"] = "Fri, 02 May 2025 10:00:00 +0200"
    made.set_content("Schöne Grüße\n\nJörg\n", charset="iso-8859-1", cte="quoted-printable")
    made.add_alternative("<p>Other</p>", subtype="html")
    if attached:
        made.add_attachment(b"%PDF" * 100, maintype="application", subtype="pdf", filename="Rechnung März.pdf")
        made.add_attachment("a note", filename="note.txt")
    return made.as_bytes()


def read(folder: Path, content: bytes) -> list[dict[str, Any]]:
    (folder / "mail").write_bytes(content)
    return read_mails(folder / "mail")


def test_a_mail_has_all_that_is_read_of_it(tmp_path: Path) -> None:
    whole = {
        "date": WHEN,
        "sender": "Jörg <j@example.org>",
        "to": "a@example.org, Bö <b@example.org>",
        "subject": "Grüße",
        "text": "Schöne Grüße\n\nJörg",
        "attachments": ["Rechnung März.pdf", "note.txt"],
    }
    assert read(tmp_path, mail(attached=True)) == [whole]
    assert read(tmp_path, b"\xef\xbb\xbf" + mail()) == [{**whole, "attachments": []}]


@pytest.mark.parametrize("ending", [b"\n", b"\r\n"])
def test_a_mailbox_has_each_mail(tmp_path: Path, ending: bytes) -> None:
    start = b"From j@example.org Fri May  2 10:00:00 2025\n"
    told = mail("B").replace(b"J=F6rg\n", b"J=F6rg\n\nFrom here on it rained.\n>From 9:00 on\n>>From x\n")
    box = (start + mail("A") + b"\n" + start + told + b"\n" + start + mail("C", attached=True)).replace(b"\n", ending)
    found = read(tmp_path, box)
    assert [one["subject"] for one in found] == ["A", "B", "C"]
    assert found[1]["text"] == "Schöne Grüße\n\nJörg\n\nFrom here on it rained.\nFrom 9:00 on\n>From x"
    assert found[2]["attachments"] == ["Rechnung März.pdf", "note.txt"]


@pytest.mark.parametrize(
    ("said", "when"),
    [
        ("Fri, 2 May 2025 10:00:00 +0200", WHEN),
        ("2 May 2025 10:00 GMT", datetime(2025, 5, 2, 10, tzinfo=UTC)),
        ("Fri, 2 May 2025 10:00:00 -0000", datetime(2025, 5, 2, 10, tzinfo=UTC)),
        ("Fri, 32 May 2025 10:00:00 +0200", None),
        ("tomorrow", None),
        ("", None),
    ],
)
def test_the_date_has_a_zone_or_is_none(tmp_path: Path, said: str, when: datetime | None) -> None:
    found = read(tmp_path, f"Date: {said}\nSubject: x\n\ntext".encode())[0]["date"]
    assert found == when
    assert found is None or found.tzinfo is not None


PAGE = """<html><head><title>T</title><style>p { x }</style><title>U</title>no</head><body><h1>Hello &amp; welcome</h1>
<p>one <b>two</b>
three<br>four</p><p></p><p></p><p>&nbsp;five</p><script>alert()</script><ul><li>six</li><li>seven</li></ul>
<table><tr><td>eight</td></tr></table></body></html>"""


def test_of_a_page_the_text_is_read(tmp_path: Path) -> None:
    made = EmailMessage()
    made["Subject"] = "x"
    made.set_content(PAGE, subtype="html")
    assert read(tmp_path, made.as_bytes())[0]["text"].split("\n") == [
        *("Hello & welcome", "one two three", "four", "", "five", "six", "seven", "", "eight"),
    ]


@pytest.mark.parametrize(
    ("head", "body", "text"),
    [
        ("Content-Type: text/plain; charset=klingon", "Grüße".encode(), "Grüße"),
        ("Content-Type: text/plain; charset=utf-8", "Grüße aus Köln".encode("cp1252"), "Grüße aus Köln"),
        ("X: y", "Grüße aus Köln".encode("cp1252"), "Grüße aus Köln"),
        ("X: y", b"a\r\nb", "a\nb"),
        ("Content-Type: text/plain; charset=iso-8859-15", b"5 \xa4\r\nx", "5 €\nx"),
        ("Content-Type: text/plain; charset=utf-8", b"%PDF-1.7 \xff", ""),
        ("Content-Type: image/png", b"\x89PNG", ""),
        ("Content-Type: multipart/mixed; boundary=x", b"--y\n", ""),
        ("Content-Type: text/html", b"<p>a</p>", "a"),
    ],
)
def test_a_text_is_read_however_it_came(tmp_path: Path, head: str, body: bytes, text: str, told: list[str]) -> None:
    assert read(tmp_path, f"Subject: x\n{head}\n\n".encode() + body)[0]["text"] == text
    assert told == []


def test_headers_that_are_missing_or_odd_harm_nothing(tmp_path: Path) -> None:
    (found,) = read(tmp_path, b"X-Own: 1\n\ntext")
    assert found == {"date": None, "sender": "", "to": "", "subject": "", "text": "text", "attachments": []}
    (found,) = read(tmp_path, b'Subject: =?utf-8?q?a=0Ab?=\n  c\nFrom: <\xff@>, "\nTo: undisclosed:;\n\nx')
    assert found["subject"] == "a b c"
    assert found["text"] == "x"


def test_a_line_of_a_letter_begins_no_mailbox(tmp_path: Path) -> None:
    found = read(tmp_path, b"Subject: x\n\nHello\n\nFrom me 10:00 on\nyours\n")
    assert [one["text"] for one in found] == ["Hello\n\nFrom me 10:00 on\nyours"]


def test_what_python_can_not_take_apart_is_empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_given: object, **_more: object) -> None:
        raise IndexError("list index out of range")

    monkeypatch.setattr(EmailMessage, "get_filename", fails)
    monkeypatch.setattr(EmailMessage, "get_body", fails)
    (found,) = read(tmp_path, mail(attached=True))
    assert (found["subject"], found["text"], found["attachments"]) == ("Grüße", "", [])
    whole = EmailMessage.get
    monkeypatch.setattr(
        EmailMessage, "get", lambda self, name, *more: fails() if name == "Subject" else whole(self, name, *more)
    )
    assert read(tmp_path, mail())[0]["subject"] == ""


def test_a_damaged_mail_hides_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, told: list[str]) -> None:
    whole = EmailMessage.walk

    def damaged(self: EmailMessage) -> object:
        if self["Subject"] == "B":
            raise IndexError("list index out of range")
        return whole(self)

    monkeypatch.setattr(EmailMessage, "walk", damaged)
    start = b"From j@example.org Fri May  2 10:00:00 2025\n"
    box = b"\n".join(start + mail(subject) for subject in "ABC")
    assert [one["subject"] for one in read(tmp_path, box)] == ["A", "C"]
    assert told == ["mail: mail 2 is damaged and left out."]


def test_a_mail_within_a_mail_brings_its_attachments(tmp_path: Path) -> None:
    from email import message_from_bytes, policy

    outer = EmailMessage()
    outer["Subject"] = "Fwd"
    outer.set_content("see below")
    outer.add_attachment(message_from_bytes(mail(attached=True), policy=policy.default))
    (found,) = read(tmp_path, outer.as_bytes())
    assert (found["subject"], found["text"]) == ("Fwd", "see below")
    assert found["attachments"] == ["Rechnung März.pdf", "note.txt"]


@pytest.mark.parametrize(
    "content", [b"", b"\n\n", b"Name;Price\n1;2\n", b"From here\n", b"\0\0", b" Subject: x\n", b"a b: c"]
)
def test_what_is_no_mail_is_told(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(CannotRead, match=r"^“mail” has no mails\.$"):
        read(tmp_path, content)
