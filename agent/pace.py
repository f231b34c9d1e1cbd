"""How fast a model answers, by its answers so far: what a run can do without is asked only where the time left does."""

from __future__ import annotations

from dataclasses import dataclass, field

from agent.types import Role, Usage

CHECKS = 60.0
"""Seconds that are left to the tests and checks."""
SHORT = 600
"""Tokens of an answer in a few lines."""


# Why: docs/decisions.md, "What a run can do without is asked only where its time does"
@dataclass(slots=True)
class Pace:
    """What the models of a run took so far, and what was `left_out` for want of time."""

    left_out: list[str] = field(default_factory=list)
    _seconds: dict[Role, float] = field(default_factory=dict)
    _tokens: dict[Role, int] = field(default_factory=dict)
    _longest: dict[Role, float] = field(default_factory=dict)

    def add(self, role: Role, usage: Usage, seconds: float) -> None:
        """Count one answer."""
        self._seconds[role] = self._seconds.get(role, 0.0) + seconds
        self._tokens[role] = self._tokens.get(role, 0) + usage.output_tokens
        self._longest[role] = max(self._longest.get(role, 0.0), seconds)

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
