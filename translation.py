"""The languages that the page speaks, and what is said in the one of whoever reads it.

Sentences are translated by gettext from `translations/<code>/LC_MESSAGES/assay.mo`; how numbers, money and times are
written comes from Unicode's locale data (CLDR), through Babel. Which language is spoken belongs to what is being done
at the moment, a `ContextVar`, and never to the process: two people can read one page in two languages.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any, Literal

from message import Translatable, Value, filled, say

_COMMA = say(", ")
_LIST = re.compile(r"(?:%\(part\d+\)s(?:, )?)+")
"""The template of things that are only listed, as `joined` makes it."""

CATALOGUES = Path(__file__).with_name("translations")
DOMAIN = "assay"


@dataclass(frozen=True, slots=True)
class Tongue:
    """A language of people: its code in BCP 47, what it calls itself, and which way it is read."""

    code: str
    name: str
    direction: Literal["ltr", "rtl"] = "ltr"


ENGLISH = Tongue("en", "English")
TONGUES = {
    tongue.code: tongue
    for tongue in (
        ENGLISH,
        Tongue("de", "Deutsch"),
        Tongue("es", "Español"),
        Tongue("fr", "Français"),
        Tongue("it", "Italiano"),
        Tongue("nl", "Nederlands"),
        Tongue("pl", "Polski"),
        Tongue("pt", "Português"),
        Tongue("ar", "العربية", "rtl"),
    )
}

HOUR, DAY, WEEK = 3600, 24 * 3600, 7 * 24 * 3600
"""In seconds."""


@dataclass(frozen=True, slots=True)
class Translation:
    """Everything that is said in `tongue`."""

    tongue: Tongue
    catalogue: gettext.NullTranslations

    def text(self, text: str) -> str:
        """A `Translatable` in this language; any other text as it is."""
        return self._said(text) if isinstance(text, Translatable) else text

    def gettext(self, template: str, **values: Value) -> str:
        """What `say` would say."""
        return self._said(Translatable(template, "", values))

    def ngettext(self, one: str, many: str, num: int, **values: Value) -> str:
        """What `say_count` would say; named as in Jinja."""
        return self._said(Translatable(one, many, {**values, "num": num, "count": num}))

    def number(self, value: float) -> str:
        """As in `12,345.6`."""
        from babel.numbers import format_decimal

        return _or_plain(lambda: format_decimal(value, locale=self.tongue.code), f"{value:,}")

    def money(self, dollars: float) -> str:
        """As in `$0.02`."""
        from babel.numbers import format_currency

        return _or_plain(lambda: format_currency(dollars, "USD", locale=self.tongue.code), f"${dollars:,}")

    def size(self, count: int) -> str:
        """So many bytes, as in `6.1 kB`."""
        from babel.units import format_unit

        units = ("byte", "kilobyte", "megabyte", "gigabyte")
        # By the digits: a logarithm is off by a hair at the borders.
        power = min((len(str(count)) - 1) // 3, len(units) - 1) if count > 0 else 0
        value = round(count / 1000**power, 1)
        length: Literal["short", "long"] = "short" if power else "long"  # `31 bytes`, for the short one has no plural
        return format_unit(value, f"digital-{units[power]}", length, locale=self.tongue.code)

    def date(self, then: datetime, with_time: bool = False) -> str:
        """The day, in this computer's time zone, as in `Nov 24, 2026`."""
        from babel.dates import format_date, format_datetime

        local = then.astimezone()
        return (format_datetime if with_time else format_date)(local, locale=self.tongue.code)

    def ago(self, then: datetime) -> str:
        """When that was, as people say it, as in `5 minutes ago`; after a week, the day."""
        from babel.dates import format_timedelta

        seconds = int((datetime.now(UTC) - then).total_seconds())
        if seconds < 60:
            return self.gettext("just now")
        if seconds >= WEEK:
            return self.date(then)
        unit = next(size for size in (DAY, HOUR, 60) if seconds >= size)
        # Rounded down, as people do: after 119 minutes it is one hour ago.
        whole = -(seconds // unit) * unit
        return format_timedelta(whole, threshold=1, add_direction=True, locale=self.tongue.code)

    def _said(self, message: Translatable) -> str:
        if _LIST.fullmatch(message.template):
            comma = self.catalogue.gettext(_COMMA)
            return filled(message.template.replace(_COMMA, comma), message.values, self._value)
        template = (
            self.catalogue.ngettext(message.template, message.many, int(message.values["count"]))
            if message.many
            # For an empty text gettext gives the head of its catalogue.
            else self.catalogue.gettext(message.template)
            if message.template
            else ""
        )
        return filled(template, message.values, self._value)

    def _value(self, value: Value) -> str:
        return self.text(value) if isinstance(value, str) else self.number(value)


def _or_plain(write: Callable[[], str], plain: str) -> str:
    """What Babel writes; `plain` for a number with more digits than it can round."""
    try:
        return write()
    except ArithmeticError:
        return plain


_spoken: ContextVar[Tongue] = ContextVar("spoken", default=ENGLISH)


@contextmanager
def speaking(tongue: Tongue) -> Iterator[None]:
    """What is said in this block, and in threads that take its context over, is said in `tongue`."""
    before = _spoken.set(tongue)
    try:
        yield
    finally:
        _spoken.reset(before)


def here() -> Translation:
    """What is spoken where this is called; English unless `speaking` says otherwise."""
    return translation(_spoken.get())


@cache
def translation(tongue: Tongue) -> Translation:
    """What is said in `tongue`. Raises `OSError` where its catalogue is missing."""
    if tongue == ENGLISH:
        return Translation(tongue, gettext.NullTranslations())
    return Translation(tongue, gettext.translation(DOMAIN, CATALOGUES, [tongue.code]))


def preferred(chosen: str, accepted: str) -> Tongue:
    """The language that was chosen, by its code; else the one that a browser's `Accept-Language` likes best."""
    if chosen in TONGUES:
        return TONGUES[chosen]
    codes = (code.split("-")[0] for code in _by_weight(accepted))
    return next((TONGUES[code] for code in codes if code in TONGUES), ENGLISH)


def of_environment(variables: Mapping[str, str]) -> Tongue:
    """The language of a terminal, as in `LANG=de_DE.UTF-8`. Source: POSIX.1-2017, section 8.2."""
    named = next(filter(None, (variables.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    return preferred(named.partition("_")[0].partition(".")[0], "")


def _by_weight(accepted: str) -> list[str]:
    """The codes in an `Accept-Language`, the one that is liked best first. Source: RFC 9110, section 12.5.4."""
    weighed = [(part.partition(";")[0].strip().lower(), _weight(part)) for part in accepted.split(",")]
    return [code for code, weight in sorted(weighed, key=lambda one: -one[1]) if weight > 0]


def _weight(part: str) -> float:
    try:
        return float(part.partition("q=")[2] or 1)
    except ValueError:
        return 0


def translated(value: Any) -> Any:
    """`value`, made of dicts, lists and plain values, each `Translatable` in it said in the language spoken here."""
    match value:
        case Translatable():
            return here().text(value)
        case dict():
            return {key: translated(one) for key, one in value.items()}
        case list() | tuple():
            return type(value)(map(translated, value)) if type(value) in (list, tuple) else value
        case _:
            return value
