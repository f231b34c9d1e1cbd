from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

import pytest

from languages.python.parts.understand.yes import _YES_WORDS, to_yes

YES = ["yes", "Yes", " YES ", "y", "true", "TRUE", "x", "X", "1", 1, 1.0, Decimal(1), True, "✓", "✔", "☑", "✅", "１"]
NO = ["no", "No", "n", "false", "", " ", "\u00a0", "0", 0, 0.0, Decimal(0), False, "✗", "✘", "☐", "❌"]


@pytest.mark.parametrize(("value", "says"), [*((word, True) for word in YES), *((word, False) for word in NO)])
@pytest.mark.parametrize("language", ["xx", "en", "de", "fr", "ja"])
def test_in_every_language(speak: Callable[[str], None], language: str, value: object, says: bool) -> None:
    speak(language)
    assert to_yes(value) is says


@pytest.mark.parametrize(
    ("language", "yes", "no"),
    [
        ("de", "ja J wahr", "nein N falsch"),
        ("de-CH", "Ja", "Nein"),
        ("fr", "oui o vrai", "non n faux"),
        ("es-MX", "sí si s verdadero", "no n falso"),
        ("it", "sì vero", "no falso"),
        ("nl", "ja j waar", "nee neen onwaar"),
        ("pl", "tak t prawda", "nie fałsz falsz"),
        ("pt-BR", "sim verdadeiro", "não nao falso"),
        ("sv", "ja sant", "nej falskt"),
        ("da", "ja sandt", "nej falsk"),
        ("nb", "ja j sann", "nei n usann"),
        ("no", "ja j sann", "nei n usann"),
        ("fi", "kyllä tosi", "ei epätosi"),
        ("cs", "ano pravda", "ne nepravda"),
        ("tr", "evet doğru", "hayır yanlış"),
        ("ru", "да истина", "нет ложь"),
        ("uk", "так", "ні"),
        ("el", "ναι αληθής", "όχι ψευδής"),
        ("hu", "igen igaz", "nem hamis"),
        ("ro", "da adevărat", "nu fals"),
        ("ar", "نعم صحيح", "لا خطأ"),
        ("he", "כן", "לא"),
        ("ja", "はい", "いいえ"),
        ("zh", "是 对", "否 不"),
    ],
)
def test_in_its_own_language(speak: Callable[[str], None], language: str, yes: str, no: str) -> None:
    speak(language)
    assert [to_yes(word) for word in yes.split()] == [True] * len(yes.split())
    assert [to_yes(word) for word in no.split()] == [False] * len(no.split())


@pytest.mark.parametrize("language", ["en", "fr", "xx"])
@pytest.mark.parametrize("value", ["ja", "nein", "maybe", "yesno", "2", 2, -1, None, "t", "yes no", "²"])
def test_neither(speak: Callable[[str], None], language: str, value: object) -> None:
    speak(language)
    with pytest.raises(ValueError) as caught:
        to_yes(value)
    assert str(caught.value) == f"“{value}” is neither yes nor no."


def test_no_word_means_both_in_any_language() -> None:
    for language in set(_YES_WORDS) - {"", "en"}:
        yes, no = (set(" ".join(_YES_WORDS[name][says] for name in (language, "", "en")).split()) for says in (0, 1))
        assert not yes & no
