"""How fast a model answers, by its answers so far: what a run can do without is asked only where the time left does."""

from __future__ import annotations

from dataclasses import dataclass, field

from agent.types import Role, Usage
from message import say

CHECKS = 60.0
"""Seconds that are left to the tests and checks."""
SHORT = 600
"""Tokens of an answer in a few lines."""
CHARACTERS_PER_TOKEN = 4
HURRIED = say("To finish quickly, Assay asks the model only for plan, tests, program and repairs.")


def about_tokens(characters: int) -> int:
    """About how many tokens a text of so many characters is, as long as nobody has counted them."""
    return rounded(characters / CHARACTERS_PER_TOKEN)


def rounded(tokens: float) -> int:
    """A number that is only about right, as people say it: 1,234 as 1,200."""
    unit = 100 if tokens >= 1_000 else 10
    return unit * max(1, round(tokens / unit)) if tokens else 0


# Why: docs/decisions.md, "The time limit follows from the pace, and optional requests get spare time only"
@dataclass(slots=True)
class Pace:
    """What the models of a run took so far, and what was `left_out` for want of time, or because it was in a hurry.

    Counted are the tokens of what is written. A model that thinks takes longer for each, and will again.
    """

    left_out: list[str] = field(default_factory=list)
    _seconds: dict[Role, float] = field(default_factory=dict)
    _tokens: dict[Role, int] = field(default_factory=dict)
    _longest: dict[Role, float] = field(default_factory=dict)

    def add(self, role: Role, usage: Usage, seconds: float, thought: int = 0) -> None:
        """Count one answer, of which so many tokens were `thought`."""
        self._seconds[role] = self._seconds.get(role, 0.0) + seconds
        self._tokens[role] = self._tokens.get(role, 0) + max(0, usage.output_tokens - thought)
        self._longest[role] = max(self._longest.get(role, 0.0), seconds)

    @property
    def written(self) -> int:
        """The tokens of all answers."""
        return sum(self._tokens.values())

    @property
    def seconds_per_token(self) -> float | None:
        """Over all answers; None as long as no token was counted."""
        return sum(self._seconds.values()) / self.written if self.written else None

    def seconds_for(self, role: Role, tokens: int | None) -> float:
        """What another answer of so many tokens may take; of None, one as long as the longest of this role so far.

        Where nobody has answered in this role yet, the others count; before the first answer nobody knows.
        """
        roles = [role] if role in self._longest else list(self._longest)
        longest = max((self._longest[one] for one in roles), default=0.0)
        written = sum(self._tokens[one] for one in roles)
        if not tokens or not written:
            return longest
        return min(longest, tokens * sum(self._seconds[one] for one in roles) / written)
