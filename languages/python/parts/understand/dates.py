"""Dates as people write them. What can be read in two ways is never guessed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime

from languages.python.parts.telling import sentence
from languages.python.parts.understand.columns import _is_untold, _shown_beside, _tell_of_table
from languages.python.parts.understand.habits import _date_order_here
from languages.python.parts.understand.letters import _plain_word
from languages.python.parts.understand.month_names import _MONTH_NAMES, _WEEKDAY_NAMES

_DATE_WORD = r"[^\W\d_]+"
_DATE_YEAR = r"(?P<y>[1-9]\d{3})"
_DATE_ANY_YEAR = r"'?(?P<y>[1-9]\d{3}|\d\d)"
_DATE_DAY = r"(?P<d>\d{1,2})(?:st|nd|rd|th|er|re|e|o|a|\u00b0)?"
_DATE_MONTH = rf"(?P<month>{_DATE_WORD})"
_DATE_FORMS = (
    rf"{_DATE_YEAR}(?P<m>\d\d)(?P<d>\d\d)",
    rf"{_DATE_YEAR} ?(?P<by>[-/.]) ?(?P<m>\d{{1,2}}) ?(?P=by) ?(?P<d>\d{{1,2}})\.?",
    rf"{_DATE_YEAR} ?[年년] ?(?P<m>\d{{1,2}}) ?[月월] ?(?P<d>\d{{1,2}}) ?[日일]",
    r"(?P<d>\d{1,2})\. ?(?P<m>\d{1,2})\. ?" + _DATE_ANY_YEAR,
    rf"{_DATE_DAY}[-/., ]*(?:of |de )?{_DATE_MONTH}[-/., ]*(?:del? )?{_DATE_ANY_YEAR}",
    rf"{_DATE_MONTH}[-/. ]*{_DATE_DAY}(?:, ?|[-/ ]){_DATE_ANY_YEAR}",
    rf"{_DATE_YEAR}[-/., ]*{_DATE_MONTH}[-/. ]*{_DATE_DAY}\.?",
)
"""All that can be read in one way only."""
_DATE_SLASHES = re.compile(r"(\d{1,2}) ?([-/]) ?(\d{1,2}) ?\2 ?([1-9]\d{3}|\d\d)")
_DATE_TIME_BEHIND = re.compile(
    r"(?:(?<=\d)t\d{4,6}z?|(?:(?<=\d)t|,? )(?:[01]?\d|2[0-3])(?::[0-5]\d){1,2}(?:[.,]\d+)?"
    r"(?: ?[ap]\.?m\.?)?(?:z| ?[+-]\d\d:?\d\d)?)$"
)
_DATE_YEAR_WORD = re.compile(r"(?<=\d) ?(?:г|года|r|roku)\.?$")
_DATE_ARTICLE = re.compile(r"^(?:den|the|le|el|il) ")
_DATE_WEEKDAYS = (
    rf"(?P<weekday>{_DATE_WORD})(?:-feira)?[., ]+(?P<date>.*)",
    rf"(?P<date>.*\d)[, ]+\(?(?P<weekday>{_DATE_WORD})\.?\)?",
)


def to_date(value: object, order: str = "") -> date:
    """The date a person wrote (31.12.25, 4 June 2025). `order`: "dmy" or "mdy" if known. ValueError in words."""
    if isinstance(value, datetime):
        return value.date()
    if isinstance(value, date):
        return value
    text = _plain_word(value)
    if not text:
        raise ValueError(sentence("A date is missing."))
    for words, weekday in _date_texts(text):
        readings = _date_readings(words, order, value)
        if readings:
            return _date_chosen(readings, weekday, value)
    raise ValueError(sentence("“{text}” is not a date.", text=value))


def date_order(texts: Iterable[object]) -> str:
    """How a column of texts writes dates such as 3/4/2025: "dmy", "mdy" or "ymd"; "" where it does not show it."""
    plain = [next(_date_texts(_plain_word(text)))[0] for text in texts if isinstance(text, str)]
    slashes = [found for found in map(_DATE_SLASHES.fullmatch, plain) if found]
    if slashes:
        return _date_order_of(slashes)
    forms = {"ymd" if re.match(r"\d{4}", text) else "dmy" for text in plain if _date_in_one_way(text)}
    return forms.pop() if len(forms) == 1 else ""


def _date_texts(text: str) -> Iterator[tuple[str, str]]:
    """`text` without a time behind it; and again without a day of the week at either end, with that."""
    words = _DATE_YEAR_WORD.sub("", _DATE_TIME_BEHIND.sub("", text))
    yield _DATE_ARTICLE.sub("", words), ""
    for form in _DATE_WEEKDAYS:
        found = re.fullmatch(form, words)
        if found and any(found["weekday"] in names.split() for names in _WEEKDAY_NAMES):
            yield _DATE_ARTICLE.sub("", found["date"]), found["weekday"]


def _date_readings(words: str, order: str, value: object) -> dict[str, date]:
    """What `words`, which stand in `value`, can mean, by the order in which it is read."""
    day = _date_in_one_way(words)
    if day:
        return {"": day}
    found = _DATE_SLASHES.fullmatch(words)
    if not found:
        return {}
    last_is_year = len(found[4]) == 4
    orders = [order] if order and not (order == "ymd" and last_is_year) else ["dmy", "mdy"]
    if not order and "ymd" in _date_orders(value):
        orders.append("ymd")
    readings = {one: _date_in_order(found, one) for one in orders}
    return {one: day for one, day in readings.items() if day}


def _date_in_one_way(words: str) -> date | None:
    for form in _DATE_FORMS:
        found = re.fullmatch(form, words)
        parts = found.groupdict() if found else {}
        month = _month_number(parts["month"]) if "month" in parts else int(parts.get("m", 0))
        if found and month:
            return _date_of(parts["y"], month, parts["d"])
    return None


def _month_number(word: str) -> int:
    """From 1 to 12; 0 where `word` is no month."""
    return next((number for number, names in enumerate(_MONTH_NAMES, 1) if word in names.split()), 0)


def _date_in_order(found: re.Match[str], order: str) -> date | None:
    """The date of the three numbers in `found`, read in `order`."""
    parts = dict(zip(order, found.group(1, 3, 4), strict=True))
    if len(parts["y"]) == 1:
        return None
    return _date_of(parts["y"], int(parts["m"]), parts["d"])


def _date_of(year: str, month: int, day: str) -> date | None:
    """That day; nothing where there is no such day."""
    try:
        return date(int(year) if len(year) == 4 else _year_of_two_figures(int(year)), month, int(day))
    except ValueError:
        return None


def _year_of_two_figures(end: int) -> int:
    """The last year with this end that is at most 20 years ahead: of 55 it is 1955, as long as 2055 is further away."""
    latest = datetime.now().astimezone().year + 20
    return latest - (latest - end) % 100


def _date_chosen(readings: dict[str, date], weekday: str, value: object) -> date:
    """The one of `readings` that is on `weekday`, if that is given, and in the order of its table or language."""
    fitting = {
        order: day for order, day in readings.items() if not weekday or weekday in _WEEKDAY_NAMES[day.weekday()].split()
    }
    if not fitting:
        raise ValueError(sentence("“{text}”: the day of the week does not fit the date.", text=value))
    days = sorted(set(fitting.values()))
    if len(days) == 1:
        return days[0]
    usual = next((order for order in _date_orders(value) if order in fitting), "")
    if not usual:
        raise ValueError(
            sentence(
                "“{text}” can be read as {one} or as {other}. Write one of these.",
                text=value,
                one=days[0],
                other=days[1],
            )
        )
    if _date_order_here() not in ("", usual) and _is_untold(value, date_order):
        _tell_of_dates(value, fitting[usual])
    return fitting[usual]


def _tell_of_dates(value: object, day: date) -> None:
    text = sentence("The dates are written as in another country: “{text}” is read as {date}.", text=value, date=day)
    _tell_of_table(value, text)


def _date_orders(value: object) -> list[str]:
    """That which the table shows in which `value` stands, and that of the program's language, as far as there are."""
    return [order for order in (_shown_beside(value, date_order, _have_dates), _date_order_here()) if order]


def _have_dates(cells: Sequence[object]) -> bool:
    return any(isinstance(cell, str) and _DATE_SLASHES.search(cell) for cell in cells)


def _date_order_of(slashes: list[re.Match[str]]) -> str:
    """The one order in which all of `slashes` are dates, but for those that are none in any order."""
    fits = {order: {found for found in slashes if _date_in_order(found, order)} for order in ("dmy", "mdy", "ymd")}
    all_dates = set().union(*fits.values())
    either = [order for order in ("dmy", "mdy") if fits[order] == all_dates != set()]
    if either:
        return either[0] if len(either) == 1 else ""
    return "ymd" if fits["ymd"] == all_dates != set() else ""
