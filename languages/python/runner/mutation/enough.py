"""When enough mistakes were planted. Also runs inside the sandbox, so it imports nothing of ours.

Source: Wald, "Sequential Tests of Statistical Hypotheses", 1945. However often one looks, the ratio of two likelihoods
comes to 1 / `ERROR` with a probability of at most `ERROR` where the share is on the other side of the border (Ville,
"Étude critique de la notion de collectif", 1939). The mistakes are drawn from all over the program and none twice,
which makes it surer.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

ERROR = 0.01
MANY = 120  # mistakes; fewer are all planted


@dataclass(slots=True)
class Ratio:
    """How much better the share `likely` fits than `border`, as a logarithm."""

    border: float
    likely: float
    logarithm: float = 0.0

    def add(self, noticed: bool) -> None:
        """Count one more mistake."""
        likely, border = (self.likely, self.border) if noticed else (1 - self.likely, 1 - self.border)
        self.logarithm += math.log(likely / border)

    @property
    def is_decided(self) -> bool:
        """Whether the share is on the side of `likely`."""
        return self.logarithm >= -math.log(ERROR)


# Why: docs/decisions.md, "An evenly spread sample of mistakes is planted, as long as it can change the verdict"
@dataclass(slots=True)
class Enough:
    """Whether it is known on which side of `bar` the share of noticed mistakes is.

    Nobody knows yet which of those missed will be left out, so it is above only where all of them count, and below
    only where as many are left out as may be: the share `spare` of all.
    """

    bar: float
    spare: float
    above: Ratio = field(init=False)
    below: Ratio = field(init=False)

    def __post_init__(self) -> None:
        self.above = Ratio(self.bar, (1 + self.bar) / 2)
        least = self.bar * (1 - self.spare)
        self.below = Ratio(least, least * (1 - self.spare))

    def add(self, noticed: bool) -> None:
        """Count one more mistake."""
        self.above.add(noticed)
        self.below.add(noticed)

    @property
    def side(self) -> str:
        """`above` or `below`; empty as long as it isn't known."""
        return "above" if self.above.is_decided else "below" if self.below.is_decided else ""


@dataclass(slots=True)
class InOrder:
    """Counts mistakes in the order in which they are planted, whichever is known first: those that are missed take
    longer, and what is known early would look better than it is.

    No test comes to those that are `unreached`, so it is known at once that they are missed.
    """

    enough: Enough
    names: Sequence[str]
    unreached: Collection[str]
    _known: dict[str, bool | None] = field(default_factory=dict)
    _counted: int = 0

    def learn(self, name: str, noticed: bool | None) -> None:
        """What became of one; None where it doesn't count."""
        self._known[name] = noticed
        while not self.enough.side and self._counted < len(self.names):
            following = self.names[self._counted]
            if following not in self._known and following not in self.unreached:
                break
            if (one := self._known.get(following, False)) is not None:
                self.enough.add(one)
            self._counted += 1
