"""What can write programs: Ollama's models, Claude's, and the demo's recordings."""

from __future__ import annotations

from collections.abc import Iterator

from agent.models.ollama_program import is_here, ollama_program
from agent.models.registry import ProviderModels, list_models
from settings import Settings
from setup.doctor.finding import Finding
from setup.fetching import best_model
from setup.keys import with_stored_key
from setup.memory import this_computer
from wording import plural


def examine_models(settings: Settings) -> Iterator[Finding]:
    """One finding a provider. Takes a few seconds at most."""
    settings = with_stored_key(settings)
    for provider in list_models(settings):
        if provider.models:
            yield Finding(provider.name, "ok", plural(len(provider.models), "model"))
        else:
            yield _lacking(provider, settings)


def _lacking(provider: ProviderModels, settings: Settings) -> Finding:
    if not provider.problem:
        return Finding(provider.name, "optional", "It answers, but has no model yet.", _fetching(), "no_model")
    cause = _ollama_cause(settings) if provider.name == "Ollama" else _claude_cause(settings)
    return Finding(provider.name, "optional", provider.problem, provider.advice, cause)


def _ollama_cause(settings: Settings) -> str:
    here = is_here(settings.ollama_host)
    return "not_installed" if here and not ollama_program() else "not_running"


def _claude_cause(settings: Settings) -> str:
    return "not_usable" if settings.anthropic_api_key else "no_key"


def _fetching() -> str:
    return f"Fetch the best for this computer, {best_model(this_computer()).name}: python app.py models --fetch"
