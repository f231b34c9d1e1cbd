"""Address books, as phones and mail programs write them."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest

from languages.python.parts.read.contacts import read_contacts
from languages.python.parts.read.files import CannotRead

NOBODY: dict[str, Any] = {"name": "", "phones": [], "mails": [], "address": "", "birthday": None, "note": ""}


def read(folder: Path, *lines: str) -> list[dict[str, Any]]:
    (folder / "all.vcf").write_text(
        "BEGIN:VCARD\r\n" + "\r\n".join(lines) + "\r\nEND:VCARD\r\n", encoding="utf-8", newline=""
    )
    return read_contacts(folder / "all.vcf")


def test_a_contact_of_a_phone(tmp_path: Path) -> None:
    assert read(
        tmp_path,
        "VERSION:3.0",
        "N:Müller;Jörg;;Dr.;",
        "FN:Dr. Jörg Müller",
        "item1.TEL;type=CELL;type=pref:+49 170 1234567",
        "TEL;TYPE=HOME:040 123",
        "TEL;TYPE=VOICE:040 123",
        "EMAIL;TYPE=INTERNET:j@example.org",
        "EMAIL:mailto:k@example.org",
        r"ADR;TYPE=HOME:;;Am Markt 5\, hinten;Hamburg;;20095;Germany",
        "ADR;TYPE=WORK:;;Elsewhere;;;;",
        "BDAY:1990-05-04",
        r"NOTE:likes tea\; milk\nand more",
        "PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQSkZJRg",
        " ABQSkZJRgABAQ",
    ) == [
        {
            "name": "Dr. Jörg Müller",
            "phones": ["+49 170 1234567", "040 123"],
            "mails": ["j@example.org", "k@example.org"],
            "address": "Am Markt 5, hinten, 20095 Hamburg, Germany",
            "birthday": date(1990, 5, 4),
            "note": "likes tea; milk\nand more",
        }
    ]


def test_a_contact_of_an_old_phone(tmp_path: Path) -> None:
    assert read(
        tmp_path,
        "VERSION:2.1",
        "N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=C3=B6rg;;;",
        "TEL;CELL;PREF:0170",
        "ADR;HOME;ENCODING=QUOTED-PRINTABLE:PO 7;2nd floor;Stra=C3=9Fe 1;;Bavaria;80331;",
        "NOTE;QUOTED-PRINTABLE;CHARSET=ISO-8859-1:Gr=FC=",
        "=DFe=0D=0Aan alle",
        "BDAY:19900504",
    ) == [
        {
            **NOBODY,
            "name": "Jörg Müller",
            "phones": ["0170"],
            "address": "PO 7, 2nd floor, Straße 1, 80331, Bavaria",
            "birthday": date(1990, 5, 4),
            "note": "Grüße\r\nan alle",
        }
    ]


def test_a_contact_of_the_newest_kind(tmp_path: Path) -> None:
    assert read(
        tmp_path,
        "VERSION:4.0",
        "FN:Ada",
        'TEL;VALUE=uri;TYPE="voice,cell":tel:+44-20-1',
        "BDAY:--0229",
        'ADR;LABEL="Big House: 1; there":;;High St 1;London;;N1;UK',
    ) == [
        {
            **NOBODY,
            "name": "Ada",
            "phones": ["+44-20-1"],
            "birthday": date(1604, 2, 29),
            "address": "High St 1, N1 London, UK",
        }
    ]


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("N:Lovelace;Ada;King;Countess;PhD", "Countess Ada King Lovelace PhD"),
        ("N:Lovelace", "Lovelace"),
        ("N:;Ada", "Ada"),
        (r"N:Smith\;Jones;Ada", "Ada Smith;Jones"),
        ("FN: Ada \r\nN:Lovelace;Ada", "Ada"),
        ("FN:\r\nN:Lovelace;Ada", "Ada Lovelace"),
        ("ORG:Mill;Bakery;\r\nN:;;;;", "Mill, Bakery"),
        ("FN;CHARSET=klingon;ENCODING=QUOTED-PRINTABLE:J=C3=B6rg", "Jörg"),
        ("FN;ENCODING=QUOTED-PRINTABLE:J=F6rg", "J�rg"),
        ("fn;encoding=quoted-printable:J=C3=B6rg", "Jörg"),
        ("X:1", ""),
    ],
)
def test_a_contact_has_a_name(tmp_path: Path, line: str, name: str) -> None:
    assert read(tmp_path, line)[0]["name"] == name


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("1990-05-04T00:00:00Z", date(1990, 5, 4)),
        ("--05-04", date(1604, 5, 4)),
        ("1604-05-04", date(1604, 5, 4)),
        ("1.5.1980", date(1980, 5, 1)),
        ("1985/04/02", date(1985, 4, 2)),
        ("", None),
    ],
)
def test_a_birthday_is_a_day(tmp_path: Path, said: str, day: date | None, told: list[str]) -> None:
    assert read(tmp_path, f"BDAY:{said}") == [{**NOBODY, "birthday": day}]
    assert told == []


@pytest.mark.parametrize("said", ["1990-13-04", "1985-04", "---05", "1990", "in May"])
def test_a_birthday_that_is_no_whole_day_is_told(tmp_path: Path, said: str, told: list[str]) -> None:
    assert read(tmp_path, "FN:Ada", f"BDAY:{said}") == [{**NOBODY, "name": "Ada"}]
    assert told == [f"all.vcf: The birthday of “Ada” is left out: “{said}” is not a date."]


def test_many_contacts_stay_apart(tmp_path: Path) -> None:
    names = read(tmp_path, "FN:A", "TEL:1", "END:VCARD", "", "BEGIN:VCARD", "FN:B", "TEL:2", "TEL:")
    assert [(one["name"], one["phones"]) for one in names] == [("A", ["1"]), ("B", ["2"])]


def test_a_file_without_contacts_is_told(tmp_path: Path) -> None:
    (tmp_path / "all.vcf").write_text("Name;Phone\n")
    with pytest.raises(CannotRead, match=r"^“all.vcf” has no contacts\.$"):
        read_contacts(tmp_path / "all.vcf")


def test_a_text_that_ends_too_early_ends(tmp_path: Path) -> None:
    (tmp_path / "all.vcf").write_text("BEGIN:VCARD\nFN;ENCODING=QUOTED-PRINTABLE:A=")
    assert read_contacts(tmp_path / "all.vcf")[0]["name"] == "A"
