"""Amounts of money, with the signs and names of currencies around them."""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal

from languages.python.parts.telling import sentence
from languages.python.parts.understand.habits import _language_names
from languages.python.parts.understand.letters import _plain_text, _plain_word
from languages.python.parts.understand.numbers import _number_given, _number_in, _number_places

_CURRENCY_CODES = (
    "aed afn all amd ang aoa ars aud awg azn bam bbd bdt bgn bhd bif bmd bnd bob brl bsd btn bwp byn bzd cad cdf "
    "chf clp cny cop crc cup cve czk djf dkk dop dzd egp ern etb eur fjd fkp gbp gel ghs gip gmd gnf gtq gyd hkd "
    "hnl hrk htg huf idr ils inr iqd irr isk jmd jod jpy kes kgs khr kmf kpw krw kwd kyd kzt lak lbp lkr lrd lsl "
    "lyd mad mdl mga mkd mmk mnt mop mru mur mvr mwk mxn myr mzn nad ngn nio nok npr nzd omr pab pen pgk php pkr "
    "pln pyg qar ron rsd rub rwf sar sbd scr sdg sek sgd shp sle sos srd ssp stn svc syp szl thb tjs tmt tnd top "
    "try ttd twd tzs uah ugx usd uyu uzs ves vnd vuv wst xaf xcd xof xpf yer zar zmw zwg"
)
_CURRENCY_WORDS = (
    "euro euros euroa eiro dollar dollars pound pounds franken francs franc kr kronor kroner fr sfr zl zloty kc "
    "lei leva ft tl rs rm rmb yen руб р грн 円 元 원"
)
_CURRENCY_PLACES = {
    0: "bif clp djf gnf isk jpy kmf krw pyg rwf ugx vnd vuv xaf xof xpf yen \u00a5 \u20a9 \u20ab 円 원",
    3: "bhd iqd jod kwd lyd omr tnd",
}
_CURRENCY_MARK = r"[^\d\s.,'()+-][^\d\s,'()+-]*"
_SIGN_BEFORE_POINT = re.compile(r"([$\u00a2-\u00a5\u20a0-\u20cf]) ?\.(?=\d)")
"""The point belongs to the number there, as in `£.50`; behind letters it may be the currency's, as in `Rs.50`."""
_AMOUNT_FORM = re.compile(
    rf"(?P<open>\(? ?)(?P<sign>[+-]? ?)(?P<before>{_CURRENCY_MARK})? ?"
    r"(?P<number>[(+-]? ?[\d.,' \u066b\u066c]*\d)(?:[.,] ?--?)?"
    rf"(?P<minus>[-)]?) ?(?P<behind>{_CURRENCY_MARK})?(?P<close>-? ?\)?)"
)


def to_amount(value: object, decimal: str = "") -> Decimal:
    """The money a person wrote ("€ 3,50", "CHF 1'200.–"). `decimal`: "," or "." if known. ValueError in words."""
    given = _number_given(value)
    if given is not None:
        return _amount_rounded(given, 2, value)
    number, currency = _amount_apart(value)
    written = _number_in(number, decimal, value)
    places = _currency_places(currency)
    if _number_places(written) > places:
        raise _amount_too_fine(value)
    return _amount_rounded(written, places, value)


def _amount_apart(value: object) -> tuple[str, str]:
    """The number in `value`, with its signs, and the currency beside it."""
    text = _plain_text(value)
    if not text:
        raise ValueError(sentence("An amount is missing."))
    found = _AMOUNT_FORM.fullmatch(_SIGN_BEFORE_POINT.sub(r"\1 0.", text))
    marks = [mark for mark in (found["before"], found["behind"]) if mark] if found else []
    if not found or len(marks) > 1 or not all(map(_is_currency, marks)):
        raise ValueError(sentence("“{text}” is not an amount of money.", text=value))
    number = "".join(found[part] for part in ("open", "sign", "number", "minus", "close"))
    return number.strip(), _currency_name("".join(marks))


def _is_currency(mark: str) -> bool:
    name = _currency_name(mark)
    signs = [letter for letter in name if unicodedata.category(letter) == "Sc"]
    is_sign = len(signs) == 1 and len(name) <= 3 and all(letter.isalpha() or letter in signs for letter in name)
    return is_sign or name in f"{_CURRENCY_CODES} {_CURRENCY_WORDS}".split()


def _currency_name(mark: str) -> str:
    return _plain_word(mark).replace(".", "")


def _currency_places(currency: str) -> int:
    """How many places amounts in `currency` have; the sign of the yen is the yuan's where that is paid with."""
    if currency == "\u00a5" and "zh" in _language_names():
        return 2
    return next((places for places, names in _CURRENCY_PLACES.items() if currency in names.split()), 2)


def _amount_rounded(number: Decimal, places: int, value: object) -> Decimal:
    """`number` with exactly `places` places; one that has more is not changed silently."""
    rounded = number.quantize(Decimal(1).scaleb(-places))
    if rounded != number:
        raise _amount_too_fine(value)
    return rounded


def _amount_too_fine(value: object) -> ValueError:
    return ValueError(sentence("“{text}” has more decimal places than its currency.", text=value))
