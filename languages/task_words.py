"""Whether a plan's sentence has a word of the request in it: one that promises nothing of it fits every request.

Only words with a content count, also inflected ones, and numbers; of scripts without blanks, their characters do.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterator, Mapping

# Words that say nothing of a request, by language: the small ones, by which a language is known, ...
_SMALL: Mapping[str, str] = {
    "en": "the and for are was has have had all any not its from with that this these those each every they them then"
    " than when where which what while into only also must will would should can could does done been there their your",
    "de": "der die das den dem des und ein eine einen einem einer ist sind war hat mit von vom zum zur bei auf aus für"
    " nicht wird werden wie wenn was auch nur als jede jeder jedes jeden alle dass muss kann soll diese dieser dieses",
    "fr": "les des une est sont pour par sur avec dans que qui pas plus aux ces cette chaque tous tout doit peut son",
    "es": "los las una del por para con que son hay cada como más sus este esta todos todas debe puede cuando donde",
    "pt": "dos das uma por para com que são cada como mais seu sua este esta todos todas deve pode quando onde não",
    "it": "gli una del della dei delle per con che sono ogni come più suo questo questa tutti tutte deve può quando",
    "nl": "het een van voor met dat die zijn wordt worden elke alle niet ook als moet kan deze bij naar",
    "pl": "nie jest się dla oraz lub tylko każdy każda każde gdy kiedy mam przez albo żeby ale czy który która które",
    "cs": "není jsou jako nebo každý každá každé pouze když který která které mám aby ale už podle jen pak všechny",
    "tr": "bir için ile çok daha gibi kadar her ama olan olarak sonra değil bunu veya benim şey ise hangi bütün",
    "sv": "och att det som för med inte till från har ska kan varje alla eller när också bara efter mina",
    "da": "og det som for med ikke til fra har skal kan hver alle eller når også kun efter mine hvad bliver",
    "hu": "hogy nem egy van minden meg vagy csak mint kell amikor minden össze szerint után ezek akkor legyen",
    "ro": "din care este sunt mai pentru fiecare sau când dacă doar după toate fără asta trebuie acest",
    "fi": "että kun joka tai jos niin myös kaikki mutta sekä pitää vain mitä ovat olen siitä jotta",
    "vi": "của không các một những được trong với khi này cho mỗi hoặc thì tôi nếu",
    "id": "dan yang dari untuk dengan ini itu tidak ada setiap atau jika pada saya bisa harus juga",
}
# ... and what any plan says, whatever is asked for.
_OF_EVERY_PLAN = """
    show shows shown result results output outputs program programs file files user users work works correct correctly
    give gives given make makes made something value values input inputs right start starts
    zeigt anzeigen angezeigt zeigen ergebnis ergebnisse programm ausgabe datei dateien eingabe richtig wert werte gibt
    affiche afficher résultat résultats programme fichier fichiers sortie correct valeur valeurs donne
    muestra mostrar resultado resultados programa archivo archivos salida correcto valor valores
    mostra risultato risultati programma arquivo arquivos saída correto valori toont resultaat programma bestand
"""
_WITHOUT_CONTENT: tuple[str, ...] = ("表示", "結果", "出力", "入力", "正しく", "プログラム", "ファイル")
_WITHOUT_CONTENT += ("显示", "结果", "输出", "输入", "程序", "文件")
_CHARACTERS = "\u3040-\u30ff\u3400-\u9fff\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"  # of scripts without blanks
_WORD = re.compile(rf"[^\W_{_CHARACTERS}]+")
_RUN = re.compile(rf"[{_CHARACTERS}]+")
_HANGUL = re.compile("[\uac00-\ud7a3]+")  # each of whose characters is a syllable
_SHORTEST = 3  # letters of a word with a content
_SYLLABLES = 2
_FEW = 4  # words with a content
_ALIKE = 0.7  # of the shorter word, from its beginning
_NOT_ARABIC = re.compile("[\u067e\u0686\u0698\u06a9\u06af\u06cc]")  # letters of Persian and Urdu
_BY_CHANCE = 0.04  # of the words of a text are small ones of a language that it isn't in
_ARTICLE = "\u0627\u0644"  # the Arabic one, which is written with its word


def shares_words(sentence: str, request: str) -> bool:
    """Whether `sentence` has a word of `request` in it, a number, or a character where words aren't told apart."""
    asked = set(_words(request))
    if any(_is_alike(word, other) for word in _words(sentence) for other in asked):
        return True
    return bool(set(_characters(sentence)) & set(_characters(request)))


def is_mostly_of(sentence: str, request: str) -> bool:
    """Whether at least half of what `sentence` says is in `request`, in whatever form."""
    asked, said = set(_words(request)), list(_words(sentence))
    signs, known = list(_characters(sentence)), set(_characters(request))
    shared = sum(any(_is_alike(word, other) for other in asked) for word in said) + sum(one in known for one in signs)
    return 0 < len(said) + len(signs) <= 2 * shared


def says_little(request: str) -> bool:
    """Whether it is so short that a plan of it may well have none of its words."""
    return len({*_words(request), *_characters(request)}) < _FEW


def has_content(sentence: str) -> bool:
    """Whether it has any word that doesn't fit every plan."""
    return any(_words(sentence)) or any(_characters(sentence))


def in_one_language(one: str, other: str) -> bool:
    """Whether two texts are in the same language, as far as it is known here."""
    return len({language_of(one), language_of(other)} - {""}) < 2


def language_of(text: str) -> str:
    """Which language a text is in, as in BCP 47 where letters are Latin or Arabic, else by its script.

    Empty where nothing tells, or where as much speaks for another one.
    """
    scripts = Counter(unicodedata.name(sign, "?").split()[0] for sign in text if sign.isalpha())
    script = scripts.most_common(1)[0][0] if scripts else ""
    if script == "ARABIC":
        return script if _NOT_ARABIC.search(text) else "ar"
    if script != "LATIN":
        return "CJK" if script in ("HIRAGANA", "KATAKANA", "CJK") else script
    words = _WORD.findall(_plain(text))
    found = Counter(name for word in words for name, small in _BY_LANGUAGE.items() if word in small)
    (first, most), (_, next_most) = [*found.most_common(2), ("", 0), ("", 0)][:2]
    return first if most > next_most and most > _BY_CHANCE * len(words) else ""


def _words(text: str) -> Iterator[str]:
    for word in _WORD.findall(_plain(text)):
        if word.isdecimal():
            yield word.lstrip("0") or "0"
        elif word not in _EMPTY and len(word) >= (_SYLLABLES if _HANGUL.fullmatch(word) else _SHORTEST):
            yield word.removeprefix(_ARTICLE)


def _is_alike(one: str, other: str) -> bool:
    """Whether they are the same word, perhaps in another form, or one is put together with the other."""
    shorter, longer = sorted((one, other), key=len)
    if shorter == longer or shorter.isdecimal() or longer.isdecimal():
        return shorter == longer
    if _HANGUL.fullmatch(shorter):
        return _begins_alike(shorter, longer) >= _SYLLABLES
    if len(shorter) > _SHORTEST + 1 and shorter in longer:
        return True
    return _begins_alike(shorter, longer) >= max(_SHORTEST, _ALIKE * len(shorter))


def _begins_alike(one: str, other: str) -> int:
    return next((place for place, pair in enumerate(zip(one, other, strict=False)) if len(set(pair)) > 1), len(one))


def _characters(text: str) -> Iterator[str]:
    """What stands for words where there are no blanks: each Chinese character, and some of the others in a row.

    Hiragana are what is between the words.
    """
    for without in _WITHOUT_CONTENT:
        text = text.replace(without, " ")
    for run in _RUN.findall(text):
        yield from (sign for sign in run if "\u3400" <= sign <= "\u9fff")
        for part in re.split("[\u3040-\u309f\u3400-\u9fff]+", run):
            size = 2 if "\u30a0" <= part[:1] <= "\u30ff" else 4
            yield from (part[place : place + size] for place in range(len(part) - size + 1))


def _plain(text: str) -> str:
    """Without accents, which people leave out, and in small letters."""
    taken_apart = unicodedata.normalize("NFKD", text.casefold())
    return unicodedata.normalize("NFC", "".join(one for one in taken_apart if not "\u0300" <= one <= "\u036f"))


_BY_LANGUAGE: Mapping[str, Collection[str]] = {name: set(_plain(words).split()) for name, words in _SMALL.items()}
_EMPTY: Collection[str] = {
    *_plain(_OF_EVERY_PLAN).split(),
    *(word for words in _BY_LANGUAGE.values() for word in words),
}
