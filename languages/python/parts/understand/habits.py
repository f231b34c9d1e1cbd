"""How the people write who speak the program's language: which decimal sign, and in which order a date."""

from __future__ import annotations

from languages.python.parts.telling import LANGUAGE

_DECIMAL_SIGNS = {
    ",": "af az be bg bs ca cs da de el es et eu fi fr gl hr hu hy id is it ka kk lt lv mk nb nl nn no pl pt ro ru sk"
    " sl sq sr sv tr uk vi ar-dz ar-lb ar-ly ar-ma ar-mr ar-tn",
    ".": "ar bn cy en fa fil ga he hi ja ko ms mt sw ta th ur zh de-ch de-li it-ch"
    " es-419 es-br es-bz es-cu es-do es-gt es-hn es-mx es-ni es-pa es-pe es-pr es-sv es-us",
}
_DATES_WRITTEN = {
    "%d.%m.%Y": "az be bg bs cs da de et fi he hr hy is ka kk lv mk nb nn no pl ro ru sk sl sq sr tr uk fr-ch it-ch",
    "%d/%m/%Y": "ar bn ca cy el es fr ga gl hi id it ms mt pt sw ta th ur vi nl-be en-au en-gb en-ie en-in en-nz",
    "%d-%m-%Y": "nl",
    "%m/%d/%Y": "en-us fil",
    "%Y/%m/%d": "fa ja zh en-za",
    "%Y-%m-%d": "af lt sv en-ca fr-ca",
    "%Y. %m. %d.": "hu ko",
}


def _language_names() -> list[str]:
    """The program's language from the most exact name to the widest: `zh-hant-tw`, `zh-tw`, `zh`."""
    tag = LANGUAGE.replace("_", "-").lower()
    first, last = tag.split("-")[0], tag.split("-")[-1]
    return [tag, f"{first}-{last}", first]


def _habit_here(table: dict[str, str]) -> str:
    """The key of `table` whose languages have the program's; empty where none has."""
    for name in _language_names():
        for habit, languages in table.items():
            if name in languages.split():
                return habit
    return ""


def _decimal_here() -> str:
    """The decimal sign of the program's language; empty where that is not known."""
    return _habit_here(_DECIMAL_SIGNS)


def _date_format_here() -> str:
    """How the program's language writes a date, for `strftime`; as ISO where that is not known."""
    return _habit_here(_DATES_WRITTEN) or "%Y-%m-%d"


def _date_order_here() -> str:
    """`dmy`, `mdy` or `ymd`, as the program's language writes a date; empty where that is not known."""
    return {"%d": "dmy", "%m": "mdy", "%Y": "ymd"}.get(_habit_here(_DATES_WRITTEN)[:2], "")
