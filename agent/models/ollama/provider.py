"""Ollama, as a provider."""

from __future__ import annotations

from collections.abc import Iterator

from agent.models.base import Model, ModelInfo
from agent.models.ollama.library import SUGGESTIONS, rank
from agent.models.ollama.program import is_here, models_folder, ollama_program
from agent.models.provider import DownloadStep, Library, Provider
from cancel import Cancel
from message import say
from settings import Settings

REMOVE_SECONDS = 60.0


def _open(name: str, settings: Settings) -> Model:
    from agent.models.ollama.model import OllamaModel

    return OllamaModel(name, settings.ollama_host)


def _list(settings: Settings, seconds: float) -> list[ModelInfo]:
    from agent.models.ollama.model import installed_models

    return installed_models(settings.ollama_host, seconds)


def _fetch(name: str, settings: Settings, cancel: Cancel) -> Iterator[DownloadStep]:
    from agent.models.ollama.model import OllamaModel

    return OllamaModel(name, settings.ollama_host).pull(cancel)


def _remove(name: str, settings: Settings) -> None:
    from agent.models.ollama.model import remove_model

    remove_model(name, settings.ollama_host, REMOVE_SECONDS)


def _is_here(settings: Settings) -> bool:
    return is_here(settings.ollama_host)


def _cause(settings: Settings) -> str:
    return "not_installed" if _is_here(settings) and not ollama_program() else "not_running"


OLLAMA = Provider(
    prefix="ollama",
    title="Ollama",
    meaning=say("a model on this machine"),
    example="qwen3:8b",
    open=_open,
    list=_list,
    library=Library(SUGGESTIONS, _fetch, _remove, models_folder),
    cause=_cause,
    is_here=_is_here,
    rank=rank,
)
