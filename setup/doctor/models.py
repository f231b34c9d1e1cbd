"""What can write programs: one finding for each provider of models."""

from __future__ import annotations

from collections.abc import Iterator

from agent.models.provider import Provider
from agent.models.registry import list_models
from message import say, say_count
from settings import Settings
from setup.doctor.finding import Finding
from setup.fetching import best_model
from setup.keys import with_stored_keys
from setup.memory import this_computer


def examine_models(settings: Settings) -> Iterator[Finding]:
    """One finding a provider. Takes a few seconds at most."""
    settings = with_stored_keys(settings)
    for provider, found in list_models(settings):
        if found.models:
            yield Finding(provider.title, "ok", say_count("%(count)s model", "%(count)s models", len(found.models)))
        elif found.problem:
            yield Finding(provider.title, "optional", found.problem, found.advice, _cause(provider, settings))
        else:
            yield Finding(
                provider.title, "optional", say("It answers, but has no model yet."), _advice(provider), "no_model"
            )


def _cause(provider: Provider, settings: Settings) -> str:
    lacks_key = provider.key and not provider.key.value(settings)
    return "no_key" if lacks_key else provider.cause(settings)


def _advice(provider: Provider) -> str:
    if not provider.library:
        return say("See which models your account can use, or pick one of another provider.")
    best = best_model(provider.library, this_computer()).name
    return say("Fetch the best for this computer, %(best)s: python app.py models --fetch", best=best)
