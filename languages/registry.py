"""The table of languages."""

from __future__ import annotations

from languages.base import Language
from languages.checks import Check
from languages.errors import UnknownLanguage
from languages.python.language import PYTHON
from message import say

LANGUAGES = {language.name: language for language in (PYTHON,)}


def language_named(name: str) -> Language:
    """The language of this name. Raises `UnknownLanguage`."""
    if name not in LANGUAGES:
        raise UnknownLanguage(
            say("There is no language called %(name)s.", name=repr(name)),
            say("Take one of these: %(languages)s.", languages=", ".join(LANGUAGES)),
        )
    return LANGUAGES[name]


def check_named(name: str) -> Check | None:
    """The check that any language has by this name; None for one of another version."""
    checks = (check for language in LANGUAGES.values() for check in language.checks)
    return next((check for check in checks if check.name == name), None)


def title_of(name: str) -> str:
    """What the check of this name is called before people; its name where nobody knows it."""
    check = check_named(name)
    return check.title if check else name
