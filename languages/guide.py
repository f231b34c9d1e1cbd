"""What a person is told about using a program: values that the page and the reports render.

In the texts, what stands between backticks is shown as code.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

System = Literal["Windows", "macOS", "Linux"]


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that a program offers to be called: `split_bill(total, people)`, and what it does in one line."""

    signature: str
    description: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to do: a text, what is to be typed, and what comes of it."""

    text: str
    command: str = ""
    after: str = ""


@dataclass(frozen=True, slots=True)
class SystemGuide:
    """How a program is used on one system: what must be there first, and what is done in a terminal, in its folder.

    `double_click` is how it is started without one; empty where there is nothing to start.
    """

    first: str
    steps: tuple[Step, ...]
    double_click: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class ProgramGuide:
    """How a program is used. `library` says how a program of one's own uses it; empty where none does. `window` is for
    one that opens windows when it is started.

    Started, it reads `files`, takes `words` after its name, or `asks` for what is typed: what isn't known of a program,
    it may do. `example` is a call of what it offers, as somebody would write it.
    """

    offers: tuple[Offer, ...] = ()
    systems: Mapping[System, SystemGuide] = field(default_factory=dict)
    library: str = ""
    window: bool = False
    files: bool = True
    words: bool = True
    asks: bool = True
    example: str = ""

    @property
    def starts(self) -> bool:
        """Whether it does something when it is started."""
        return any(system.double_click for system in self.systems.values())
