"""Numbers as people write them. What can be read in two ways is never guessed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from decimal import Decimal

from languages.python.parts.telling import sentence
from languages.python.parts.understand.columns import _is_untold, _shown_beside, _tell_of_table
from languages.python.parts.understand.habits import _decimal_here
from languages.python.parts.understand.letters import _plain_text

_NUMBER_DIGITS = 18
_NUMBER_OTHER_SIGN = {".": ",", ",": "."}
_NUMBER_RUN = re.compile(r"[\d.,' \u066b\u066c]*\d")
_NUMBER_ALONE = re.compile(rf"[^\d.,:/]*(?:{_NUMBER_RUN.pattern})?[^\d.,:/]*")
"""Perhaps with a currency or a unit; no date, time, or number of a chapter with a point behind it."""
# In Arabic the two signs have letters of their own.
_NUMBER_ARABIC = str.maketrans("\u066b\u066c", ".'")


def to_number(value: object, decimal: str = "") -> Decimal:
    """The number that a person wrote ("1.234,50", "(3)"). `decimal` is "," or "." if known. ValueError in words."""
    given = _number_given(value)
    return _number_in(_plain_text(value), decimal, value) if given is None else given


def to_whole(value: object, decimal: str = "") -> int:
    """The whole number that a person wrote ("1,200"); not "2.5". `decimal` as in to_number. ValueError in words."""
    number = to_number(value, decimal)
    if number != int(number):
        raise ValueError(sentence("“{text}” is not a whole number.", text=value))
    known = decimal or _decimal_beside(value)
    if isinstance(value, str) and not known and _number_places(number) == 3:  # "1.000" pieces are hardly one
        raise _number_of_two_ways(value, int(number) * 1000, number)
    return int(number)


def decimal_sign(texts: Iterable[object]) -> str:
    """The decimal sign, "," or ".", that a column of texts shows; "" where none does or they contradict each other."""
    shown: set[str] = set()
    for text in texts:
        runs = _NUMBER_RUN.findall(_plain_text(text)) if isinstance(text, str) else []
        readings = _number_readings(runs[0].strip()) if len(runs) == 1 else {}
        if len(readings) == 1:
            shown.update(readings)
    return shown.pop() if len(shown) == 1 else ""


def _number_given(value: object) -> Decimal | None:
    """`value` where it is a number already; a float as it shows itself, so that 0.1 is 0.1."""
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        return None
    number = Decimal(value) if isinstance(value, int) else Decimal(str(value))
    if not number.is_finite():
        raise ValueError(sentence("“{text}” is not a number.", text=value))
    if number.adjusted() >= _NUMBER_DIGITS:
        raise ValueError(sentence("The number “{text}” is too long.", text=f"{number:.3e}"))
    return Decimal(f"{number:f}")


def _number_in(text: str, decimal: str, value: object) -> Decimal:
    """The number in a plain `text`; `value` is what the person wrote."""
    if not text:
        raise ValueError(sentence("A number is missing."))
    sign, body = _number_sign(text)
    if sum(map(str.isdigit, body)) > _NUMBER_DIGITS:
        raise ValueError(sentence("The number “{text}” is too long.", text=value))
    number = _number_chosen(_number_readings(body), decimal, value)
    return 0 - number if sign == "-" else number


def _number_sign(text: str) -> tuple[str, str]:
    """The sign before or behind `text`, brackets being a minus, and what is left."""
    if text.startswith("(") and text.endswith(")"):
        return "-", text[1:-1].strip()
    if text.endswith("-"):
        return "-", text[:-1].strip()
    return ("-" if text.startswith("-") else ""), re.sub(r"^[+-] ?", "", text)


def _number_readings(body: str) -> dict[str, Decimal]:
    """What `body` is with "." and with "," as the decimal sign, where it can be read so."""
    if body.translate(_NUMBER_ARABIC) != body:
        number = _number_with(".", body.translate(_NUMBER_ARABIC))
        return {} if number is None else {".": number, ",": number}
    readings = {sign: _number_with(sign, body) for sign in _NUMBER_OTHER_SIGN}
    return {sign: number for sign, number in readings.items() if number is not None}


def _number_with(sign: str, body: str) -> Decimal | None:
    """`body` with `sign` as the decimal sign; marks for thousands are all the same, and stand where they should."""
    grouped = rf"[1-9]\d{{0,2}}(?P<mark>[{_NUMBER_OTHER_SIGN[sign]}' ])\d{{3}}(?:(?P=mark)\d{{3}})*"
    indian = r"[1-9]\d?(?:,\d{2})+,\d{3}" if sign == "." else r"\d+"
    found = re.fullmatch(rf"(?=.)(?P<whole>\d*|{grouped}|{indian})(?:[{sign}](?P<part>\d+))?", body, re.ASCII)
    if not found:
        return None
    return Decimal(f"{re.sub('[^0-9]', '', found['whole']) or 0}.{found['part'] or ''}")


def _number_chosen(readings: dict[str, Decimal], decimal: str, value: object) -> Decimal:
    if decimal:
        readings = {sign: number for sign, number in readings.items() if sign == decimal}
    if not readings:
        raise ValueError(sentence("“{text}” is not a number.", text=value))
    point, comma = readings.get("."), readings.get(",")
    if point is None or comma is None or point == comma:
        return next(iter(readings.values()))
    beside, here = _decimal_beside(value), _decimal_here()
    if not beside and not here:
        raise _number_of_two_ways(value, max(point, comma), min(point, comma))
    if beside and here and beside != here and _is_untold(value, decimal_sign):
        _tell_of_numbers(value, f"{readings[beside]:f}".replace(".", here))
    return readings[beside or here]


def _tell_of_numbers(value: object, number: str) -> None:
    text = sentence(
        "The numbers are written as in another country: “{text}” is read as {number}.", text=value, number=number
    )
    _tell_of_table(value, text)


def _decimal_beside(value: object) -> str:
    """The decimal sign that the table shows in which `value` stands, if it does."""
    return _shown_beside(value, decimal_sign, _are_numbers)


def _are_numbers(cells: Sequence[object]) -> bool:
    return all(not isinstance(cell, str) or _NUMBER_ALONE.fullmatch(cell) for cell in cells)


def _number_of_two_ways(value: object, whole: Decimal | int, other: Decimal) -> ValueError:
    return ValueError(
        sentence(
            "“{text}” can be read as {whole} or as {other}. Write “{whole}” or “{clear}”.",
            text=value,
            whole=whole,
            other=other,
            clear=f"{other}0",
        )
    )


def _number_places(number: Decimal) -> int:
    """How many places `number` was written with behind its decimal sign."""
    return -int(number.as_tuple().exponent)
