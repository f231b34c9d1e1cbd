"""Address books (.vcf)."""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Any

from languages.python.parts.read.cards import _Card, _card_parts, _cards, _unescaped
from languages.python.parts.read.files import CannotRead, _place_of
from languages.python.parts.telling import _named, sentence, tell
from languages.python.parts.understand.dates import to_date

_BIRTHDAY = re.compile(r"(\d{4}|--)-?(\d\d)-?(\d\d)(?:T.*)?")
_NO_YEAR = 1604
"""As Apple writes it: it has a 29th of February."""


def read_contacts(path: str | Path) -> list[dict[str, Any]]:
    """The contacts of a .vcf: name, phones (list), mails (list), address, birthday (date or
    None; year 1604 means unknown), note."""
    file = _place_of(path).name
    contacts = [_contact(card, file) for card in _cards(path) if card.kind == "VCARD"]
    if not contacts:
        raise CannotRead(sentence("“{name}” has no contacts.", name=file))
    return contacts


def _contact(card: _Card, file: str) -> dict[str, Any]:
    name = _contact_name(card)
    return {
        "name": name,
        "phones": [phone.removeprefix("tel:") for phone in _all_of(card, "TEL")],
        "mails": [mail.removeprefix("mailto:") for mail in _all_of(card, "EMAIL")],
        "address": _address(card),
        "birthday": _birthday(card.text("BDAY"), name, file),
        "note": card.text("NOTE"),
    }


def _all_of(card: _Card, name: str) -> list[str]:
    """Each once, in order."""
    return list(
        dict.fromkeys(text for line in card.lines if line.name == name and (text := _unescaped(line.value).strip()))
    )


def _contact_name(card: _Card) -> str:
    """As it is shown, or else put together; or that of a firm."""
    line = card.first("N")
    family, given, middle, before, behind, *_more = [*(_card_parts(line.value) if line else []), *[""] * 5]
    name = " ".join(part for part in (before, given, middle, family, behind) if part)
    firm = card.first("ORG")
    return card.text("FN") or name or (", ".join(filter(None, _card_parts(firm.value))) if firm else "")


def _address(card: _Card) -> str:
    """The first one, in one line."""
    line = card.first("ADR")
    box, extra, street, town, region, code, country, *_more = [*(_card_parts(line.value) if line else []), *[""] * 7]
    parts = (box, extra, street, f"{code} {town}".strip(), region, country)
    return ", ".join(" ".join(part.split()) for part in parts if part)


def _birthday(said: str, name: str, file: str) -> date | None:
    """The day, also where it is written as people do; what is none is told."""
    found = _BIRTHDAY.fullmatch(said)
    with suppress(ValueError):
        if found:
            return date(_NO_YEAR if found[1] == "--" else int(found[1]), int(found[2]), int(found[3]))
    try:
        return to_date(said) if said else None
    except ValueError as problem:
        tell(_named(file, sentence("The birthday of “{name}” is left out: {reason}", name=name, reason=problem)))
        return None
