"""Anthropic's models, as a provider."""

from __future__ import annotations

from pydantic import SecretStr

from agent.errors import ModelUnavailable
from agent.models.base import Model, ModelInfo
from agent.models.claude.prices import MILLION, price_of
from agent.models.provider import Key, Provider
from agent.types import Usage
from message import say
from settings import Settings

KEY = Key(
    setting="anthropic_api_key",
    variable="ANTHROPIC_API_KEY",
    site="https://platform.claude.com/settings/keys",
    looks_like="sk-ant-…",
    kept_as="claude",
)
MIDDLE = "sonnet"
"""What the name of those has that are neither the dearest nor the weakest."""


def usable(key: SecretStr | None) -> str:
    """The key for the wire. Raises `ModelUnavailable` for one that can't be sent, before a library's error shows it."""
    value = key.get_secret_value().strip() if key else ""
    if not value:
        raise ModelUnavailable(say("Claude needs an API key."), KEY.advice)
    if not (value.isascii() and value.isprintable()) or " " in value:
        raise ModelUnavailable(say("The API key for Claude has characters that no key has."), KEY.advice)
    return value


def _open(name: str, settings: Settings) -> Model:
    from agent.models.claude.model import ClaudeModel

    return ClaudeModel(name, settings.anthropic_api_key, settings.anthropic_base_url)


def _list(settings: Settings, seconds: float) -> list[ModelInfo]:
    usable(settings.anthropic_api_key)  # first, for the client takes seconds to import
    from agent.models.claude.model import available_models

    return available_models(settings.anthropic_api_key, settings.anthropic_base_url, seconds)


def _cost(name: str, usage: Usage) -> float | None:
    price = price_of(name)
    return None if price is None else (usage.input_tokens * price.input + usage.output_tokens * price.output) / MILLION


CLAUDE = Provider(
    prefix="claude",
    title="Claude",
    meaning=say("one of Anthropic's"),
    example="claude-sonnet-5-5",
    open=_open,
    list=_list,
    key=KEY,
    cost=_cost,
    rank=lambda name: 0 if MIDDLE in name else 1,
)
