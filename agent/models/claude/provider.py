"""Anthropic's models, as a provider."""

from __future__ import annotations

from agent.models.base import Model, ModelInfo
from agent.models.provider import Key, Provider
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


def _open(name: str, settings: Settings) -> Model:
    from agent.models.claude.model import ClaudeModel

    return ClaudeModel(name, settings.anthropic_api_key, settings.anthropic_base_url)


def _list(settings: Settings, seconds: float) -> list[ModelInfo]:
    from agent.models.claude.model import available_models

    return available_models(settings.anthropic_api_key, settings.anthropic_base_url, seconds)


CLAUDE = Provider(
    prefix="claude",
    title="Claude",
    meaning="one of Anthropic's",
    example="claude-sonnet-5-5",
    open=_open,
    list=_list,
    key=KEY,
    rank=lambda name: 0 if MIDDLE in name else 1,
)
