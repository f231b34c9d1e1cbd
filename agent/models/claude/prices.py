"""What Anthropic's models cost, for the run's limit in dollars.

Source: https://platform.claude.com/docs/en/about-claude/pricing, read in November 2026: the standard
prices of the first-party API, with cache entries that live for five minutes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

MILLION = 1_000_000
CACHE_WRITE = 1.25
LONG_PROMPT_TOKENS = 100_000


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars per million tokens. `cache_read` and `CACHE_WRITE` are multiples of `input`."""

    input: float
    output: float
    cache_read: float = 0.1


@dataclass(frozen=True, slots=True)
class Tokens:
    """What a call took. `input` doesn't count what was read from or written to the cache; of the `output` so many were
    `thought`, None where that isn't told."""

    input: int = 0
    output: int = 0
    cache_read: int = 0
    cache_write: int = 0
    thought: int | None = None

    @property
    def prompt(self) -> int:
        """All that the model read."""
        return self.input + self.cache_read + self.cache_write


PRICES = {
    "claude-fable-5-2": Price(8, 40, 0.025),
    "claude-fable-5-1": Price(10, 50, 0.025),
    "claude-fable-5": Price(10, 50),
    "claude-opus-5-5": Price(4, 20, 0.05),
    "claude-opus-5": Price(5, 25),
    "claude-opus-4-8": Price(5, 25),
    "claude-opus-4-7": Price(5, 25),
    "claude-opus-4-6": Price(5, 25),
    "claude-opus-4-5": Price(5, 25),
    "claude-opus-4-1": Price(15, 75),
    "claude-opus-4": Price(15, 75),
    "claude-sonnet-5-5": Price(2, 10, 0.05),
    "claude-sonnet-5": Price(2, 10),
    "claude-sonnet-4-6": Price(3, 15),
    "claude-sonnet-4-5": Price(3, 15),
    "claude-sonnet-4": Price(3, 15),
    "claude-haiku-5-5": Price(0.1, 0.5),
    "claude-haiku-4-5": Price(1, 5),
    "claude-3-5-haiku": Price(0.8, 4),
}
LONG_PROMPT_PRICES = {"claude-haiku-5-5": Price(0.5, 2.5)}


def cost_usd(model: str, tokens: Tokens) -> float | None:
    """What a call of the model with this id cost; None where the price isn't known."""
    price = price_of(model)
    if tokens.prompt > LONG_PROMPT_TOKENS:
        price = LONG_PROMPT_PRICES.get(_family(model), price)
    if price is None:
        return None
    read = tokens.input + tokens.cache_write * CACHE_WRITE + tokens.cache_read * price.cache_read
    return (read * price.input + tokens.output * price.output) / MILLION


def price_of(model: str) -> Price | None:
    """That of the model with this id, for prompts of usual length; None where it isn't known."""
    return PRICES.get(_family(model))


def _family(model: str) -> str:
    return re.sub(r"-(\d{8}|latest|0)$", "", model)
