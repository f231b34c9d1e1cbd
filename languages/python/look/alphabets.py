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
LANGUAGES = (
    "üäößé",  # German
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
PLACES = tuple(
    {letter: place / len(letters) for place, lower in enumerate(letters) for letter in (lower, lower.upper())}
    for letters in LANGUAGES
)
SIGNS = frozenset("„“”‚‘’«»‹›–—…€£°§·¿¡\xa0²³½¼¾±×÷µ©®™‰•№´،؟؛")
IN_WORDS = frozenset("’\xad")
STRANGE, NEVER = 3.0, 10.0
"""What a character costs that the language doesn't have, or doesn't have there, and what a control does, which stands
in no text; a letter that it has costs below 1."""
LATIN_ENDS = "\u0300"
WORD = re.compile(r"[^\W\d_]+")
SIGN_IN_WORD = re.compile(r"[^\W\d_]([^\w\x00-\x7f]|[²³¹¼½¾])(?=[^\W\d_])|(?<!\w)([£²³¹°´])(?=[^\W\d_])")


def cost(text: str) -> float:
    """How badly it reads, for each of its characters beyond ASCII: below 1 is a text that somebody may have written."""
    odd = [character for character in text if character > "\x7f"]
    counts = Counter(odd)
    signs = sum(_sign(sign) * count for sign, count in counts.items() if not sign.isalpha())
    letters = {letter: count for letter, count in counts.items() if letter.isalpha()}
    written = min(sum(places.get(letter, STRANGE) * count for letter, count in letters.items()) for places in PLACES)
    return (signs + written + STRANGE * sum(1 for _ in _misplaced(text))) / (len(odd) or 1)


def _sign(character: str) -> float:
    return 0.3 if character in SIGNS else STRANGE if character.isprintable() else NEVER


def _misplaced(text: str) -> Iterator[str]:
    """Capitals after small letters, letters of two scripts in a word, and signs within one."""
    yield from (sign for found in SIGN_IN_WORD.findall(text) for sign in found if sign and sign not in IN_WORDS)
    for one, after in chain.from_iterable(map(pairwise, (word for word in WORD.findall(text) if not word.isascii()))):
        if (one.islower() and after.isupper()) or _is_latin(one) != _is_latin(after):
            yield after


def _is_latin(letter: str) -> bool:
    return letter < LATIN_ENDS
