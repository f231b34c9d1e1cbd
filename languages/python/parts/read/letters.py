"""How well a text reads as a language that people write: what is left of it where its encoding is guessed wrong.

Of a short table with ten umlauts no statistics can be made. But a wrong guess puts letters together that no language
has together, capitals within words, and signs where letters belong.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import chain, pairwise

# What each language has beside a to z, the most frequent first: an alphabet by itself says little of ý against ı.
_ALPHABETS = (
    "öäüßé",  # German
    "éèêàçâôîûùïëœæ",
    "óíáéñúüªº",  # Spanish
    "àèóéíòúçïü",  # Catalan
    "ãçáéíõóêúâôàºª",  # Portuguese
    "àèùòìé",
    "äåöé",  # Swedish, Finnish
    "øåæéö",  # Danish, Norwegian
    "íáðöæéúþóý",  # Icelandic
    "ëéïöüèê",  # Dutch
    "łążęóśćńź",
    "íáéěýřčžšůúóďňť",
    "áíéýčžšúťľôňďäóŕĺ",
    "áéőóöűüúí",
    "čšžćđ",
    "ăîâșțşţ",
    "ıüşğöçâîû",
    "ėšžųūąčįę",
    "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё",
    "оанивіертскдлпумяьзгбчйхжшюцїєщфґ",
    "аоиенртсјвкдмупљбзгчшцњжхћђфџ",
    "ατοιεςνησρκπυμλόίάέγδήωχθύφβώξζψϊϋΐΰ",
    "יולהמאשרבתנדחעקםפןגכצסטזךץף",
    "اليمنترودبسعهقفكةحجشطصخأضذئزإثىغءظآؤ",
    "ﾞｼｳﾝｶｲﾄｸｽﾀｷﾌﾘｻﾏﾊﾐﾙｺｵﾔｻﾃｾﾉﾕﾗｱﾂﾅﾆﾁﾜﾛﾋﾓﾚﾖｴﾎﾒﾑﾈﾟｹｿﾇﾍﾜｰｯｬｭｮｦ",  # Japanese, as banks write it
)
_LETTER_PLACES = tuple(
    {letter: place / len(letters) for place, lower in enumerate(letters) for letter in (lower, lower.upper())}
    for letters in _ALPHABETS
)
_USUAL_SIGNS = frozenset("„“”‚‘’«»‹›–—…€£°§·¿¡\xa0²³½¼¾±×÷µ©®™‰•№´،؟؛")
_SIGNS_IN_WORDS = frozenset("’\xad")
_STRANGE_LETTER, _NEVER_WRITTEN, _SIGN_IN_PLACE = 3.0, 10.0, 0.7
"""What a character costs that the language doesn't have, or doesn't have there, and what a control does, which stands
in no text; a letter that it has costs below 1. A sign in its usual place, as in £5 and don’t, gains."""
_LATIN_ENDS = "\u0300"
_LONE_LETTERS = frozenset("ªºàáâãäåæéèêíîóòôöøőùûüÀÁÂÃÄÅÆÉÈÊÍÎÓÒÔÖØŐÙÛÜ")
"""Letters that are a word in some language, or stand in a list of the alphabet."""
_LETTERS = re.compile(r"[^\W\d_]+")
_SIGN_IN_WORD = re.compile(r"[^\W\d_]([^\w\x00-\x7f]|[²³¹¼½¾])(?=[^\W\d_])|(?<!\w)(?!°[CF]\b)([£²³¹°´])(?=[^\W\d_])")
# A sign that was taken for a letter: £1.20 as Ł1.20, 12 m³ as 12 mł, 1½ as 1Ѕ. Initials have a dot.
_LONE_LETTER = re.compile(r"(?<![^\W\d_])([^\W\d_])(?![^\W\d_]|\.)")
_LETTER_AT_NUMBER = re.compile(r"(?<=\d)[^\W\d_](?![^\W\d_])|(?<![^\W\d_])[^\W\d_](?=\d)")
_USUAL_SIGN = re.compile(
    r"[€£§±]\s?\d|\d\s?[€£±½¼¾°]|\d ?×(?= ?\d)|\d\s?µ(?=[a-z])|(?:\d|\b[A-Znm])\.?[ºª]|[cdkm]?m[²³]\b"
    r"|\d\xa0(?=[\w€%])"
    r"|(?<=[^\W\d_])’(?=[a-zà-ÿ])|(?<=\w)(?:…|[”“»](?!\w)|[™®])|(?<=\w[.!?,])[”“’»]"
    r"|(?<!\w)[„“‘«](?=\w)|(?<=\s)[–—](?=\s)|^\s*[•·]",
    re.MULTILINE,
)
_CUBIC = re.compile(r"(?<![^\W\d_])[cdkm]?mł(?![^\W\d_])")


def _reading_cost(text: str) -> float:
    """How badly it reads, for each of its characters beyond ASCII: below 1 is a text that somebody may have written."""
    odd = [character for character in text if character > "\x7f"]
    counts = Counter(odd)
    signs = sum(_sign_cost(sign) * count for sign, count in counts.items() if not _is_written_letter(sign))
    letters = {letter: count for letter, count in counts.items() if _is_written_letter(letter)}
    written = min(
        sum(places.get(letter, _STRANGE_LETTER) * count for letter, count in letters.items())
        for places in _LETTER_PLACES
    )
    signs -= _SIGN_IN_PLACE * len(_USUAL_SIGN.findall(text))
    return (signs + written + _STRANGE_LETTER * sum(1 for _ in _misplaced_letters(text))) / (len(odd) or 1)


def _is_written_letter(character: str) -> bool:
    return character.isalpha() and character not in _USUAL_SIGNS  # µ is one by Unicode


def _sign_cost(character: str) -> float:
    return 0.3 if character in _USUAL_SIGNS else _STRANGE_LETTER if character.isprintable() else _NEVER_WRITTEN


def _misplaced_letters(text: str) -> Iterator[str]:
    """Capitals after small letters, letters of two scripts in a word, signs within one, letters in place of signs."""
    lone = (one for one in _LONE_LETTER.findall(text) if one.isalpha())
    yield from (one for one in lone if "\x7f" < one < _LATIN_ENDS and one not in _LONE_LETTERS)
    yield from (one for one in _LETTER_AT_NUMBER.findall(text) if one >= _LATIN_ENDS and one.isupper())
    yield from _CUBIC.findall(text)
    yield from (sign for found in _SIGN_IN_WORD.findall(text) for sign in found if sign and sign not in _SIGNS_IN_WORDS)
    for one, after in chain.from_iterable(
        map(pairwise, (word for word in _LETTERS.findall(text) if not word.isascii()))
    ):
        if (one.islower() and after.isupper()) or _is_latin_letter(one) != _is_latin_letter(after):
            yield after


def _is_latin_letter(letter: str) -> bool:
    return letter < _LATIN_ENDS
