"""Text as it comes from keyboards, tables and web pages, with plain letters for those that look or count alike."""

from __future__ import annotations

import unicodedata

_PLAIN_LETTERS = {
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212\ufe63\uff0d", "-"),
    **dict.fromkeys("\u2018\u2019\u02bc\u00b4`\uff07", "'"),
    "\uff0c": ",",
    "\u060c": ",",
    "\uff0e": ".",
    "\uff0b": "+",
    "\uff08": "(",
    "\uff09": ")",
    "\uff1a": ":",
    "\uff0f": "/",
    "\uffe5": "\u00a5",
}


def name_key(name: object) -> str:
    """What all ways of writing one name have in common (case, spaces, kinds of ' and -; not dots): to compare by."""
    return unicodedata.normalize("NFC", _plain_text(name)).casefold()


def _plain_text(value: object) -> str:
    """`value` with digits 0-9, plain signs and single spaces, and without marks that can't be seen."""
    text = str(value)
    if text.isascii():
        return " ".join(text.replace("`", "'").split())
    return " ".join("".join(map(_plain_letter, text)).split())


def _plain_letter(letter: str) -> str:
    digit = unicodedata.decimal(letter, None)  # "²" and "½" are none
    if digit is not None:
        return str(digit)
    if unicodedata.category(letter) == "Cf":
        return ""
    return _PLAIN_LETTERS.get(letter, letter)


def _plain_word(value: object) -> str:
    """`_plain_text` in small letters without accents: `Février` is `fevrier`."""
    apart = "".join(map(_letter_apart, _plain_text(value).casefold()))
    bare = "".join(letter for letter in apart if not unicodedata.combining(letter))
    return unicodedata.normalize("NFC", bare.translate(str.maketrans("ıłø", "ilo")))


def _letter_apart(letter: str) -> str:
    return unicodedata.normalize("NFKD" if letter.isalpha() else "NFD", letter)  # so "²" does not become 2
