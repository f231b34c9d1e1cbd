"""From what the user writes to a model. Each provider's code is imported when it is first used."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from agent.errors import ModelError, UnknownModel
from agent.models.base import Model, ModelInfo
from agent.models.streaming import ThreadedStream
from cancel import Cancel
from settings import Settings

ADVICE = (
    "Write ollama:NAME for a model on this machine (as in ollama:qwen3:8b), claude:NAME for one of Anthropic's "
    "(as in claude:claude-sonnet-5-5), or demo. See what can be picked with `python app.py models`."
)
LISTING_SECONDS = 4.0


@dataclass(frozen=True, slots=True)
class ProviderModels:
    """What one provider offers, or in `problem` and `advice` why it couldn't be asked."""

    name: str
    models: tuple[ModelInfo, ...] = ()
    problem: str = ""
    advice: str = ""


def open_model(spec: str, settings: Settings) -> Model:
    """The model that `spec` names; nothing is asked over the network yet.

    Raises `UnknownModel` if `spec` is of no known form.
    """
    prefix, _, name = spec.strip().partition(":")
    if prefix == "demo" and not name:
        return _demo()
    if prefix not in {"ollama", "claude"}:
        raise UnknownModel(f"There is no model {spec!r}.", ADVICE)
    if not name:
        raise UnknownModel(f"{spec!r} lacks the model's name.", ADVICE)
    return _ollama(name, settings) if prefix == "ollama" else _claude(name, settings)


def list_models(settings: Settings) -> list[ProviderModels]:
    """What can be picked, by provider. Takes a few seconds at most, and never raises for one that is down."""
    return [
        ollama_models(settings),
        claude_models(settings),
        _listed("Demo", _demo_models),
    ]


def ollama_models(settings: Settings) -> ProviderModels:
    """What Ollama has, where it runs; as `list_models`."""
    return _listed("Ollama", lambda: _ollama_models(settings))


def claude_models(settings: Settings) -> ProviderModels:
    """What the account can use whose key the settings have; as `list_models`."""
    return _listed("Claude", lambda: _claude_models(settings))


def _listed(name: str, models: Callable[[], list[ModelInfo]]) -> ProviderModels:
    # In a thread, because looking up an address can take longer than any timeout of the clients.
    try:
        with ThreadedStream(lambda: iter([models()]), lambda: None, Cancel()) as answer:
            return ProviderModels(name, tuple(answer.get(2 * LISTING_SECONDS)))
    except ModelError as error:
        return ProviderModels(name, problem=error.message, advice=error.advice)
    except TimeoutError:
        return ProviderModels(name, problem=f"{name} doesn't answer.", advice="Check your connection, then try again.")


def _ollama(name: str, settings: Settings) -> Model:
    from agent.models.ollama import OllamaModel

    return OllamaModel(name, settings.ollama_host)


def _ollama_models(settings: Settings) -> list[ModelInfo]:
    from agent.models.ollama import installed_models

    return installed_models(settings.ollama_host, LISTING_SECONDS)


def _claude(name: str, settings: Settings) -> Model:
    from agent.models.claude import ClaudeModel

    return ClaudeModel(name, settings.anthropic_api_key, settings.anthropic_base_url)


def _claude_models(settings: Settings) -> list[ModelInfo]:
    from agent.models.claude import available_models

    return available_models(settings.anthropic_api_key, settings.anthropic_base_url, LISTING_SECONDS)


def _demo() -> Model:
    from agent.models.demo import DemoModel

    return DemoModel()


def _demo_models() -> list[ModelInfo]:
    return [ModelInfo("demo", "Demo: recorded answers", "knows only the example tasks")]
