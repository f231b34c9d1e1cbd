"""Runs inside the sandbox, in the process that judges: looks for other values where a test looks for one.

They have the shape of what is looked for, as 8 has for 7: in an answer they aren't, in a list of all numbers they are.
`sought.py` writes this file into tests, so it imports nothing of ours.
"""

import hashlib
import json
import math
import random
import re
import sys
from collections.abc import Iterator, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

DOZEN = 12
LONG = 16  # characters; nothing that a person reads as one number has more
MOST = 20  # lookups told of each test, for a message holds no more
NUMBER = re.compile(r"\d+(?:[.,:/' -]\d+)*")
DATE = re.compile(r"(\d{1,4})([-./])(\d{1,2})([-./])(\d{1,4})")
IN_ONE = r"0-9.,:'"  # what may stand within a number
BEGIN, END = "LOOKED<", ">LOOKED"

_random = random.SystemRandom()


def planted(needle: str, given: Sequence[str] = ()) -> list[str]:
    """Up to a dozen texts that differ from `needle` in one number, which isn't among those that the program was `given`
    and may well repeat; where it has none, the given words that are written like it."""
    numbers = list(NUMBER.finditer(needle))
    if not numbers:
        return [one for one in given if _kind(one) == _kind(needle) and one not in needle and needle not in one]
    others = ((one, other) for one in numbers for other in near(one[0]) - {*given})
    made = {needle[: one.start()] + other + needle[one.end() :] for one, other in others} - {needle}
    return _random.sample(sorted(made), min(DOZEN, len(made)))


def near(number: str) -> set[str]:
    """Others that are written like this number, date or time: near it, with digits in other places, and any."""
    if date := DATE.fullmatch(number):
        return set(_dates(list(date.groups()))) - {number}
    digits = re.sub(r"\D", "", number)
    size, value, first = len(digits), int(digits), len(re.split(r"\D", number, maxsplit=1)[0])
    found = {value + by * 10**place for by in range(-9, 10) for place in (0, size - first)}
    found |= {int(digits[:at] + digits[at + 1] + digits[at] + digits[at + 2 :]) for at in range(size - 1)}
    lowest = 0 if size == 1 or digits[0] == "0" else 10 ** (size - 1)
    found |= {_random.randrange(lowest, 10**size) for _ in range(DOZEN)}
    return {_laid_out(str(one).zfill(size), number) for one in found - {value} if lowest <= one < 10**size}


def _dates(parts: list[str]) -> Iterator[str]:
    """Other days and months, and years near this one; each stays as long as it is."""
    for place in (0, 2, 4):
        part = parts[place]
        others = range(int(part) - 4, int(part) + 5) if len(part) == len("2024") else range(1, 13)
        for other in (str(one).zfill(len(part)) for one in others):
            if len(other) == len(part):
                yield "".join([*parts[:place], other, *parts[place + 1 :]])


def _laid_out(digits: str, number: str) -> str:
    left = iter(digits)
    return "".join(next(left) if one.isdigit() else one for one in number)


def _kind(text: str) -> Any:
    """How a single word is written; of several, nobody knows what else they might be."""
    return (text.istitle(), text.isupper(), text.islower()) if text.isalpha() else text


def stands_in(value: str, text: str) -> bool:
    """Whether a text has this in it: as a number of its own, or in a row of digits longer than any number is."""
    for match in re.finditer(re.escape(value), text):
        before, after = text[: match.start()], text[match.end() :]
        around = re.findall(rf"[{IN_ONE}]+\Z", before) if value[:1].isdigit() else []
        around += re.findall(rf"\A[{IN_ONE}]+", after) if value[-1:].isdigit() else []
        if len("".join(around)) >= LONG or not re.search(r"\d", "".join(around)):
            return True
    return False


class Looker:
    """Notes of each of these tests what it looks for in texts, and what else it would find there."""

    def __init__(self, *tests: str) -> None:
        self.found: dict[str, list[Any]] = {test: [] for test in tests}
        # The person's own files, before any program runs: it may well name all of them.
        self._beside = NUMBER.findall(" ".join(one.name for one in Path().iterdir()))

    def look(self, needle: Any, text: Any, how: str, given: Sequence[str]) -> Any:
        """`text`, in which a test looks for `needle`, in this way."""
        words = [written(one) for one in text] if isinstance(text, list | tuple | set) else []
        if written(needle) and (isinstance(text, str) or any(words)):
            notes = self._notes()
            if len(notes) < MOST:
                notes += looked(written(needle), words or text, how, (*given, *self._beside))
        return text

    def _notes(self) -> list[Any]:
        """Those of the test that is running, which may have another function look."""
        frame = sys._getframe(2)
        while frame.f_back and frame.f_code.co_qualname.replace(".", "::") not in self.found:
            frame = frame.f_back
        return self.found.get(frame.f_code.co_qualname.replace(".", "::"), [])

    def tell(self, test: str) -> None:
        """Say it of one test, as its message."""
        raise AssertionError(BEGIN + json.dumps(self.found[test])[1:-1] + END)


def written(value: Any) -> str:
    """A text or a number as a text, the same for 20 and 20.00; empty for anything else."""
    if isinstance(value, int | float | Decimal) and not isinstance(value, bool) and math.isfinite(value):
        return f"{Decimal(str(value)).normalize():f}"
    return value if isinstance(value, str) else ""


def looked(needle: str, text: Any, how: str, given: Sequence[str]) -> list[Any]:
    """What else would be found, as `sought.Lookup` has it; nothing where it isn't there itself."""
    is_number = bool(NUMBER.search(needle))
    if not needle or not _holds(needle, text, how) or (not is_number and "\n" in str(text).strip()):
        return []  # of names, a text of several lines may well hold all
    values = planted(needle, given)
    there = [one for one in values if _holds(one, text, how) and (how == "re" or stands_in(one, _joined(text)))]
    lines = [line for line in _joined(text).splitlines() if needle in line]
    least = min((sum(stands_in(one, line) for one in values) for line in lines), default=0)
    digests = (hashlib.sha256(part.encode("utf-8", "replace")).hexdigest()[:8] for part in ("\n".join(lines), needle))
    return [[int(is_number), len(values), len(there), least, *digests]]


def _joined(text: Any) -> str:
    return text if isinstance(text, str) else " ".join(text)


def _holds(needle: str, text: Any, how: str) -> bool:
    try:
        if how == "re":
            return bool(re.search(needle, text))
        return needle in text if how == "in" else bool(getattr(text, how)(needle))
    except (re.error, TypeError, AttributeError):
        return False
