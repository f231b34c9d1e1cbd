"""A language made up for tests: each sentence of ours is said between ⟦ and ⟧, and what stands outside isn't ours."""

from __future__ import annotations

import gettext
import re
from pathlib import Path

import pytest

import translation
from translation import Tongue, Translation

LETTERS = re.compile(r"[^\W\d_]{2,}")
AS_CATALOGUE = """
import gettext
import sys

sys.path.insert(0, {root!r})

def translation(*_arguments):
    from tests.fakes.pseudo import Pseudo

    return Pseudo()

gettext.translation = translation
"""


class Pseudo(gettext.NullTranslations):
    """English, in brackets."""

    def gettext(self, message: str) -> str:
        """See `gettext`. What only joins others has no words."""
        return f"⟦{message}⟧" if LETTERS.search(re.sub(r"%\(\w+\)s", "", message)) else message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """See `gettext`."""
        return f"⟦{msgid1 if n == 1 else msgid2}⟧"


def spoken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have everything said so in this process."""
    monkeypatch.setattr(translation, "translation", _translation)


def _translation(tongue: Tongue) -> Translation:
    return Translation(tongue, Pseudo())


def environment(folder: Path) -> dict[str, str]:
    """What has another process say everything so, but for English."""
    root = str(Path(__file__).resolve().parents[2])
    (folder / "sitecustomize.py").write_text(AS_CATALOGUE.format(root=root))
    return {"PYTHONPATH": str(folder)}


def outside(text: str) -> str:
    """What of `text` is in no brackets."""
    depth, rest = 0, []
    for letter in text:
        depth += (letter == "⟦") - (letter == "⟧")
        rest.append(letter if depth == 0 and letter != "⟧" else " ")
    return "".join(rest)
