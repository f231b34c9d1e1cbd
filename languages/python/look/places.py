"""What is in a text of records within records, as JSON and XML: each place in it once, with how often it is there.

A place is written as in `people[].address.street` or `gpx/trk/@name`: `[]` stands for each of a list, `{}` for each
value of a record whose keys are data.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from .invisible import visible
from .odd import shape

MOST_PLACES = 80
MOST_VALUES = 300_000
MOST_EXAMPLES = 3
LONGEST_EXAMPLE = 40
CODE = re.compile(r"[A-Z]{2,8}")


class Enough(Exception):
    """So much was seen that the rest isn't looked at."""


@dataclass(slots=True)
class Place:
    """What was there: of which kinds, in how many of those around it, how long where it is a list, and examples."""

    around: str
    kinds: Counter[str] = field(default_factory=Counter)
    holders: int = 0
    sizes: tuple[int, int] | None = None
    examples: dict[str, str] = field(default_factory=dict)

    def example(self, value: object) -> None:
        """Keep it, where none was written like it; a code such as CRDT where it is another."""
        if len(self.examples) < MOST_EXAMPLES:
            is_code = isinstance(value, str) and CODE.fullmatch(value)
            self.examples.setdefault(str(value) if is_code else shape(value), _short(value))

    def size(self, size: int) -> None:
        """That one has so many."""
        least, most = self.sizes or (size, size)
        self.sizes = min(least, size), max(most, size)


class Places:
    """Those that were seen, in their order."""

    def __init__(self) -> None:
        self._seen: dict[str, Place] = {}
        self._values = self._left_out = 0

    def saw(self, name: str, kind: str, around: str, is_first: bool = True) -> Place:
        """One more value there, perhaps not the first in the one around it. Raises `Enough`."""
        self._values += 1
        if self._values > MOST_VALUES:
            raise Enough
        if name not in self._seen and len(self._seen) >= MOST_PLACES:
            self._left_out += 1
            return Place(around)
        place = self._seen.setdefault(name, Place(around))
        place.kinds[kind] += 1
        place.holders += is_first
        return place

    def lines(self) -> Iterator[str]:
        """A line for each, in signs and in the words of JSON, so that whoever reads it needs no translation."""
        yield "[... each place in it, in how many of those around it, and examples: ...]"
        for name, place in self._seen.items():
            yield visible(f"{name}: {' '.join(filter(None, self._said(place)))}".removesuffix(": "))
        if self._left_out:
            yield f"[... {self._left_out:,} values in more places left out here ...]"
        if self._values > MOST_VALUES:
            yield f"[... only the first {MOST_VALUES:,} values were looked at ...]"

    def _said(self, place: Place) -> Iterator[str]:
        total = place.kinds.total()
        several = len(place.kinds) > 1
        yield " | ".join(f"{kind} x{count:,}" if several else kind for kind, count in place.kinds.items())
        if place.sizes:
            yield f"[{place.sizes[0]:,}]" if place.sizes[0] == place.sizes[1] else "[{:,}..{:,}]".format(*place.sizes)
        around = self._seen.get(place.around)
        if around and place.holders and around.kinds.total() > 1:
            yield f"{place.holders:,}/{around.kinds.total():,}"
        if total > max(place.holders, 1):
            yield f"x{total:,}"
        yield ", ".join(place.examples.values())


def _short(value: object) -> str:
    text = str(value).replace("\n", "\\n")
    text = text if len(text) <= LONGEST_EXAMPLE else f"{text[:LONGEST_EXAMPLE]}…"
    return f'"{text}"' if isinstance(value, str) else text
