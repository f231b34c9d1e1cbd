"""What the tests are about that a model is writing, told from the beginning of its reply."""

from __future__ import annotations

import re
from collections.abc import Sequence

from languages.python.reply import words
from languages.python.validation import MARKS

LONGEST_HEAD = 4000
"""Of what decides nothing yet, so much is kept: a test's first lines are shorter."""
# Without going back: a docstring whose first line isn't there yet would else be taken for an empty one.
_TEST = re.compile(
    r"^[ \t]*(?:async )?def (test\w*)\(.*\n\s*+(?:(?>(\"\"\"|'''|\"|'))\s*+(.*?)(?:\2|\n)|[^\"'].*\n)", re.MULTILINE
)
_HEAD = re.compile(r"^[ \t]*(?:async )?def test\w*\(", re.MULTILINE)


def sentences(text: str) -> tuple[Sequence[str], str]:
    """See `Language.sentences`: of each test the first line of its docstring, else its name in words."""
    lines, end, partial = text.rpartition("\n")
    lines += end
    found, decided = [], 0
    for test in _TEST.finditer(lines):
        found.append(_sentence(test[1], test[3] or ""))
        decided = test.end()
    begun = _HEAD.search(lines, decided)
    rest = lines[begun.start() :] if begun else ""
    return found, (rest + partial)[-LONGEST_HEAD:]


def _sentence(name: str, said: str) -> str:
    marked = MARKS.match(said)
    return words.one_line(marked["text"] if marked else said) or words.of_name(name)
