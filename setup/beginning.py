"""The model to begin with on this computer: what it takes, how long programs take with it, and having it made ready."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from agent.models.ollama.program import ollama_program
from agent.models.provider import DownloadStep, Provider
from agent.models.registry import PROVIDERS, models_of
from cancel import Cancel
from errors import AssayError
from message import say
from settings import Settings
from setup import catalog
from setup.doctor.starting import start_ollama
from setup.fetching import best_model
from setup.installing import install, what_it_does
from setup.memory import Memory, fits, fits_graphics, this_computer

BY_GRAPHICS, BY_PROCESSOR = (6, 14), (25, 60)
"""Minutes for 8,000 and 18,000 tokens, an ordinary run and the longest (docs/decisions.md, "The time limit follows from
the pace, and optional requests get spare time only"): on a graphics card of the middle, and on a processor alone."""


class NotReady(AssayError):
    """What runs models on this computer can't be had or started."""


@dataclass(frozen=True, slots=True)
class LocalOffer:
    """A model to fetch, by its spec, `name` and size. A program takes from so many to so many `minutes`; it is `tight`
    where the memory hardly does.

    What runs it is `missing`, `stopped`, or `there`; `installing` says what is done where it is missing, and is empty
    where only the person can do that.
    """

    spec: str
    name: str
    size_bytes: int
    minutes: tuple[int, int]
    tight: bool
    runner: str
    installing: str = ""


def local_offer(settings: Settings, memory: Memory | None = None) -> LocalOffer | None:
    """The best model for this computer; None where its models run on another one, whose memory nobody here knows."""
    provider = _local()
    if provider is None or provider.library is None or not provider.is_here(settings):
        return None
    memory = memory or this_computer()
    model = best_model(provider.library, memory)
    return LocalOffer(
        f"{provider.prefix}:{model.name}",
        model.name,
        model.size_bytes,
        BY_GRAPHICS if fits_graphics(model.size_bytes, memory) else BY_PROCESSOR,
        not fits(model.size_bytes, memory),
        _runner(provider, settings),
        what_it_does(),
    )


def set_up(spec: str, settings: Settings, cancel: Cancel) -> Iterator[DownloadStep]:
    """Install and start what runs models, where that is missing, and download the model `spec`, telling how far it is.

    Raises `Cancelled`, `NotReady` and the `ModelError` family.
    """
    provider = _local()
    if provider is not None and provider.is_here(settings) and _runner(provider, settings) != "there":
        if not ollama_program():
            yield from install(cancel)
        yield DownloadStep(say("Starting Ollama"))
        _start(provider, settings)
    yield from catalog.fetch(spec, settings, cancel)


def _start(provider: Provider, settings: Settings) -> None:
    program = ollama_program()
    problem = (
        start_ollama(program, lambda: not models_of(provider, settings).problem)
        if program
        else say("Ollama was installed, but its program isn't found.")
    )
    if problem:
        raise NotReady(problem, say("Start Ollama yourself; its models then appear here by themselves."))


def _local() -> Provider | None:
    return next((provider for provider in PROVIDERS if provider.library), None)


def _runner(provider: Provider, settings: Settings) -> str:
    if not models_of(provider, settings).problem:
        return "there"
    return "stopped" if ollama_program() else "missing"
