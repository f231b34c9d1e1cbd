"""Yes and no, as people and tables say it."""

from __future__ import annotations

from decimal import Decimal

from languages.python.parts.telling import sentence
from languages.python.parts.understand.habits import _language_names
from languages.python.parts.understand.letters import _plain_word

_YES_WORDS = {
    "": ("x 1 \u2713 \u2714 \u2611 \u2705", "0 \u2717 \u2718 \u2610 \u274c"),
    "en": ("yes y true", "no n false"),
    "ar": ("نعم صحيح", "لا خطا"),
    "cs": ("ano a pravda", "ne n nepravda"),
    "da": ("ja j sand sandt", "nej n falsk"),
    "de": ("ja j wahr", "nein n falsch"),
    "el": ("ναι ν αληθης", "οχι ο ψευδης"),
    "es": ("si s verdadero", "no n falso"),
    "fi": ("kylla k tosi", "ei e epatosi"),
    "fr": ("oui o vrai", "non n faux"),
    "he": ("כן", "לא"),
    "hu": ("igen i igaz", "nem n hamis"),
    "it": ("si s vero", "no n falso"),
    "ja": ("はい", "いいえ"),
    "nb": ("ja j sann", "nei n usann"),
    "nl": ("ja j waar", "nee neen n onwaar"),
    "no": ("ja j sann", "nei n usann"),
    "pl": ("tak t prawda", "nie n falsz"),
    "pt": ("sim s verdadeiro", "nao n falso"),
    "ro": ("da d adevarat", "nu n fals"),
    "ru": ("да д истина", "нет н ложь"),
    "sv": ("ja j sant", "nej n falskt"),
    "tr": ("evet e dogru", "hayir h yanlis"),
    "uk": ("так т істина", "ні н хибність"),
    "zh": ("是 对", "否 不"),
}
"""As `_plain_word` makes them: what means yes and what means no, of "" in all languages."""


def to_yes(value: object) -> bool:
    """Whether a person said yes ("ja", "x", "true", "1", "✓") or no ("nein", "", "0"). ValueError in words."""
    if isinstance(value, int | float | Decimal) and value in (0, 1):
        return bool(value)
    word = _plain_word(value)
    if not word:
        return False
    languages = {"", "en", *_language_names()}
    for language in languages & set(_YES_WORDS):
        for says_yes, words in zip((True, False), _YES_WORDS[language], strict=True):
            if word in map(_plain_word, words.split()):
                return says_yes
    raise ValueError(sentence("“{text}” is neither yes nor no.", text=value))
