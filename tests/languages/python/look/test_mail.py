"""Mails, one and many."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.languages.python.look.reading import seen


def mail(attached: bool) -> bytes:
    made = EmailMessage()
    made["From"], made["To"], made["Subject"] = "Jörg <j@example.org>", "a@example.org", "Grüße"
    made["Date"], made["X-Mailer"] = "Fri, 02 May 2025 10:00:00 +0200", "Own"
    made.set_content("Schöne Grüße\n", charset="iso-8859-1", cte="quoted-printable")
    made.add_alternative("<p>Grüße</p>", subtype="html")
    if attached:
        made.add_attachment(b"%PDF" * 100, maintype="application", subtype="pdf", filename="Rechnung März.pdf")
    return made.as_bytes()


BOX = b"From j@example.org Fri May  2 10:00:00 2025\n" + mail(True)
BOX += b"\nFrom j@example.org Fri May  2 11:00:00 2025\n" + mail(False) + b"\nFrom here on it rained.\n"


@pytest.mark.parametrize(
    ("name", "content", "line"),
    [
        ("a.eml", mail(True), "  Subject: Grüße, written as =?utf-8?q?Gr=C3=BC=C3=9Fe?="),
        ("a.eml", mail(True), "  Date: Fri, 02 May 2025 10:00:00 +0200"),
        ("a.eml", mail(True), "  type: text/plain (x1) | text/html (x1) | application/pdf (x1)"),
        ("a.eml", mail(True), "  charset (in 2 of 3): iso-8859-1 (x1) | utf-8 (x1)"),
        ("a.eml", mail(True), "  file name (in 1 of 3): Rechnung März.pdf"),
        ("a.eml", mail(True), "other headers: X-Mailer, MIME-Version, Content-Type"),
        ("a.eml", mail(True), "(text/plain, decoded from quoted-printable)"),
        ("a.eml", mail(True), "Schöne Grüße"),
        ("a.mbox", BOX, "The first text, decoded: Schöne Grüße\\n"),
        (
            "a.eml",
            mail(True),
            "parts of 1: multipart/mixed (multipart/alternative (text/plain, text/html), application/pdf)",
        ),
        ("a.eml", b"Subject: =?klingon?q?x?=\n\nx", "  Subject: =?klingon?q?x?= (can't be decoded)"),
        ("a.eml", b"Subject: =?utf-8?b?A?=\n\nx", "  Subject: =?utf-8?b?A?= (can't be decoded)"),
        (
            "a.eml",
            b'Content-Type: multipart/mixed; boundary="b"\n\n--a\n',
            "broken (StartBoundaryNotFoundDefect): mail 1",
        ),
        ("a.mbox", BOX, "mail x3:"),
        (
            "a.mbox",
            BOX,
            "  From (in 2 of 3): Jörg <j@example.org>, written as =?utf-8?q?J=C3=B6rg?= <j@ex[... 10 more]",
        ),
        ("a.mbox", BOX, "'From ' without a blank line before it, or without a date: line 71"),
    ],
)
def test_what_it_says_and_how_it_is_written(tmp_path: Path, name: str, content: bytes, line: str) -> None:
    assert line in seen(tmp_path, name, content)[1]


def test_they_are_known_by_how_they_begin(tmp_path: Path) -> None:
    assert seen(tmp_path, "Inbox", BOX)[0] == "a mailbox of 3 mails"
    assert seen(tmp_path, "saved.txt", mail(True))[0] == "a mail"
    assert seen(tmp_path, "note.txt", b"Date: tomorrow\nTo: do\n")[0] == "text, utf-8, 2 lines"
