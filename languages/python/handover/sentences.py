"""What the files that start a program say to the person who got it, in the language in which they are made."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping

from languages.guide import System
from message import say
from translation import here

COLUMNS = 78
CODE_PAGES = ("850", "852")
"""In which Windows of Western and Central Europe begin. They have one byte a letter: cmd finds its labels by bytes."""
PLAIN = str.maketrans(dict.fromkeys("\u2019\u201c\u201d\u201e", "'") | {"\u2026": "...", "\u00a0": " ", "\u202f": " "})
"""What that has no letter for."""

_ALONE = re.compile(r"^(echo )?(  - )?@([A-Z_]+)@$", re.MULTILINE)
_WITHIN = re.compile(r"@([A-Z_]+)@")


def with_sentences(template: str, system: System) -> bytes:
    """`template` with a sentence in place of each `@NAME@`, as that system reads it.

    A sentence that has a line of its own gets as many as it takes.
    """
    if system != "Windows":
        return _filled(template, _for_shells()).encode()
    said = _for_cmd()
    # cmd loses labels in files with Unix' line ends, and a shell stumbles over Windows'.
    text = _filled(template, said).replace("\n", "\r\n")
    return text.encode(f"cp{said['CODE_PAGE'] or CODE_PAGES[0]}")


def _filled(template: str, said: Mapping[str, str]) -> str:

    def lines(found: re.Match[str]) -> str:
        command, bullet, name = found[1] or "", found[2] or "", found[3]
        parts = _wrapped(said[name], len(bullet))
        return "\n".join(f"{command}{' ' * len(bullet) if part else bullet}{text}" for part, text in enumerate(parts))

    return _WITHIN.sub(lambda found: said[found[1]], _ALONE.sub(lines, template))


def _wrapped(text: str, indented: int) -> list[str]:
    return textwrap.wrap(text, COLUMNS - indented, break_long_words=False, break_on_hyphens=False)


def _for_cmd() -> dict[str, str]:
    """The sentences, and the code page that has their letters: none for English, nor where cmd can't show the language,
    as it knows no writing from right to left."""
    said = _said(installer="!ASSAY_UV_INSTALLER!", folder="!OWN!", number="!STATUS!", program="!PROGRAM!")
    english = {name: text.translate(PLAIN) for name, text in said.items()}
    spoken = {name: here().text(text).translate(PLAIN) for name, text in said.items()}
    page = next((page for page in CODE_PAGES if _has_letters(page, spoken)), "") if spoken != english else ""
    return {**(spoken if page else english), "CODE_PAGE": page}


def _has_letters(page: str, said: Mapping[str, str]) -> bool:
    try:
        return bool("".join(said.values()).encode(f"cp{page}"))
    except UnicodeEncodeError:
        return False


def _for_shells() -> dict[str, str]:
    said = _said(installer="$INSTALLER", folder="$OWN", number="$STATUS", program="$PROGRAM")
    return {name: "\n".join(_wrapped(here().text(text), 0)) for name, text in said.items()}


def _said(installer: str, folder: str, number: str, program: str) -> dict[str, str]:
    """None of them has a letter that cmd or a shell reads: a test holds it, in each language."""
    return {
        "FETCHING": say("Fetching what the program needs…"),
        "NOT_FETCHED": say("That could not be fetched."),
        "NO_UV": say("uv could not be fetched."),
        "NOTHING": say("Nothing was fetched."),
        "CONNECT": say(
            "Connect this computer to the internet and start this again. If it is connected, a company's network may "
            "be in the way: ask whoever looks after it for uv, see https://docs.astral.sh/uv."
        ),
        "LACKS": say("This program needs something that isn't on this computer yet. It can be fetched now, once:"),
        "UV_ITSELF": say("uv, which sets up programs in Python (about 20 MB), from %(installer)s", installer=installer),
        "WITH_UV": say(
            "with uv, Python itself if it is missing (about 30 MB), and the packages that are named in %(program)s",
            program=program,
        ),
        "PLACE": say("It goes into this folder: %(folder)s", folder=folder),
        "TO_BE_RID": say("It needs no administrator. To be rid of it, delete that folder."),
        "AGREE": say("Press Enter to fetch it, or close this window."),
        "APART": say("%(program)s isn't beside this file.", program=program),
        "EXTRACT": say(
            "If they came in a .zip file, right-click that, choose “Extract All”, and start this in the new folder."
        ),
        "UNPACK": say("If they came in a .zip file, unpack all of it, and start this there."),
        "NO_FOLDER": say("This folder can't be opened."),
        "STOPPED": say("The program was stopped."),
        "FAILED": say(
            "The program ended with an error (number %(number)s). What it said about it stands above.", number=number
        ),
        "CLOSE": say("Press Enter to close."),
    }
