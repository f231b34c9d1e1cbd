"""The table of providers, and what is derived from it: from what the user writes to a model, and what can be picked."""

from __future__ import annotations

from dataclasses import dataclass

from agent.errors import ModelError, UnknownModel
from agent.models.base import Model, ModelInfo
from agent.models.claude.provider import CLAUDE
from agent.models.demo import DEMO
from agent.models.ollama.provider import OLLAMA
from agent.models.provider import Library, Provider
from agent.models.streaming import ThreadedStream
from agent.models.unpicked import UNPICKED, Unpicked
from cancel import Cancel
from message import either, say
from settings import Settings

PROVIDERS: tuple[Provider, ...] = (OLLAMA, CLAUDE, DEMO)
"""In the order to show them. One more is a file or folder beside these, and its value here."""
LISTING_SECONDS = 4.0


@dataclass(frozen=True, slots=True)
class ProviderModels:
    """What one provider offers, or in `problem` and `advice` why it couldn't be asked."""

    name: str
    models: tuple[ModelInfo, ...] = ()
    problem: str = ""
    advice: str = ""


def forms() -> str:
    """How models are named, in words: `ollama:NAME, claude:NAME or demo`."""
    return either([provider.form for provider in PROVIDERS])


def find_provider(spec: str) -> tuple[Provider, str]:
    """The provider and the name of the model that `spec` names. Raises `UnknownModel` if it is of no known form."""
    prefix, _, name = spec.strip().partition(":")
    provider = next((provider for provider in PROVIDERS if provider.prefix == prefix), None)
    if provider is None or (name and not provider.named):
        raise UnknownModel(say("There is no model %(spec)s.", spec=repr(spec)), _advice())
    if provider.named and not name:
        raise UnknownModel(say("%(spec)s lacks the model's name.", spec=repr(spec)), _advice())
    return provider, name


def find_library(name: str) -> tuple[Provider, Library, str]:
    """Where the model `name` is fetched from, and what it is called there.

    `name` is a spec, or a name in the first library. Raises `UnknownModel` where its provider has nothing to fetch.
    """
    prefix, colon, rest = name.strip().partition(":")
    provider = next((one for one in PROVIDERS if one.prefix == prefix and (colon or not one.named)), None)
    if provider is None:
        provider, rest = next(one for one in PROVIDERS if one.library), name.strip()
    if not provider.library:
        raise UnknownModel(
            say("%(name)s can't be fetched.", name=name),
            say("What %(title)s has is there without it.", title=provider.title),
        )
    return provider, provider.library, rest


def open_model(spec: str, settings: Settings) -> Model:
    """The model that `spec` names; nothing is asked over the network yet.

    Raises `UnknownModel` if `spec` is of no known form.
    """
    if spec == UNPICKED:
        return Unpicked()
    provider, name = find_provider(spec)
    return provider.open(name, settings)


def list_models(settings: Settings) -> list[tuple[Provider, ProviderModels]]:
    """What can be picked, by provider. Takes a few seconds at most, and never raises for one that is down."""
    return [(provider, models_of(provider, settings)) for provider in PROVIDERS]


def models_of(provider: Provider, settings: Settings, seconds: float = LISTING_SECONDS) -> ProviderModels:
    """What `provider` offers, if it answers within so many seconds; as `list_models`."""
    # In a thread, because looking up an address can take longer than any timeout of the clients.
    try:
        with ThreadedStream(lambda: iter([provider.list(settings, seconds)]), lambda: None, Cancel()) as answer:
            return ProviderModels(provider.title, tuple(answer.get(2 * seconds)))
    except ModelError as error:
        return ProviderModels(provider.title, problem=error.message, advice=error.advice)
    except TimeoutError:
        problem = say("%(title)s doesn't answer.", title=provider.title)
        return ProviderModels(provider.title, problem=problem, advice=say("Check your connection, then try again."))


def _advice() -> str:
    ways = [_way(provider) for provider in PROVIDERS]
    return say("Write %(ways)s. See what can be picked with `python app.py models`.", ways=either(ways))


def _way(provider: Provider) -> str:
    example = (
        say(" (as in %(prefix)s:%(example)s)", prefix=provider.prefix, example=provider.example)
        if provider.example
        else ""
    )
    return say("%(form)s for %(meaning)s%(example)s", form=provider.form, meaning=provider.meaning, example=example)
