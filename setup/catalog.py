"""What the model picker shows: the models that are here, those that can be had, and the one to begin with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from rich.filesize import decimal

from agent.errors import UnknownModel
from agent.models.base import ModelInfo
from agent.models.ollama_program import is_here
from agent.models.registry import list_models
from cancel import Cancel
from settings import Settings
from setup.keys import with_stored_key
from setup.known_models import GOOD_AT_CODE, SUGGESTIONS, Suggestion
from setup.memory import Memory, fits, fits_graphics, memory_needed, this_computer

if TYPE_CHECKING:
    from agent.models.ollama import PullProgress

PREFIX = "ollama:"
REMOVE_SECONDS = 60.0
MID_SIZE = "sonnet"
CLOUD = ("-cloud", ":cloud")


@dataclass(frozen=True, slots=True)
class Choice:
    """One line of the picker. `size_bytes` is the size on disk, or of the download where it isn't `installed`.

    `fits` is None where nobody knows, or it runs elsewhere. One line of all is `recommended`: the one to preselect.
    """

    spec: str
    label: str
    note: str = ""
    size_bytes: int | None = None
    fits: bool | None = None
    recommended: bool = False
    installed: bool = True


def catalog(settings: Settings, memory: Memory | None = None) -> list[Choice]:
    """All there is to pick, with this computer's `memory`. Takes a few seconds at most; what is down is left out.

    Downloads are only suggested where Ollama is running, and where they fit.
    """
    memory = memory or this_computer()
    settings = with_stored_key(settings)
    ollama, *others = list_models(settings)
    judged = memory if is_here(settings.ollama_host) else None
    choices = [local_choice(model, judged) for model in ollama.models]
    choices += [Choice(model.spec, model.label, model.note) for provider in others for model in provider.models]
    if not ollama.problem:
        choices += _suggestions(ollama.models, judged)
    first = recommended(choices)
    return [replace(choice, recommended=choice is first) for choice in choices]


def recommended(choices: Sequence[Choice]) -> Choice | None:
    """The one to begin with: the best local model for code that fits, else Claude's newest of middle size,
    else any local model that fits, else the demo."""
    here = [choice for choice in choices if choice.installed]
    local = [choice for choice in here if _may_serve(choice)]
    coders = [choice for choice in local if _rank(choice.label) < len(GOOD_AT_CODE)]
    coders.sort(key=lambda choice: (_rank(choice.label), -(choice.size_bytes or 0)))
    claude = [choice for choice in here if choice.spec.startswith("claude:")]
    middle = [choice for choice in claude if MID_SIZE in choice.spec]
    demo = [choice for choice in here if choice.spec == "demo"]
    return next(iter([*coders, *middle, *claude, *local, *demo]), None)


def pull(spec: str, settings: Settings, cancel: Cancel) -> Iterator[PullProgress]:
    """Download the local model `spec`, telling how far it is. Raises `Cancelled` and the `ModelError` family."""
    from agent.models.ollama import OllamaModel

    return OllamaModel(_name(spec), settings.ollama_host).pull(cancel)


def remove(spec: str, settings: Settings) -> None:
    """Remove the local model `spec` from the disk. Raises the `ModelError` family."""
    from agent.models.ollama import remove_model

    remove_model(_name(spec), settings.ollama_host, REMOVE_SECONDS)


def _name(spec: str) -> str:
    if not spec.startswith(PREFIX) or spec == PREFIX:
        raise UnknownModel(f"{spec!r} is no model of Ollama's.", "Write ollama:NAME, as in ollama:qwen2.5-coder:7b.")
    return spec.removeprefix(PREFIX)


def _may_serve(choice: Choice) -> bool:
    return choice.spec.startswith(PREFIX) and choice.fits is not False and not choice.label.endswith(CLOUD)


def local_choice(model: ModelInfo, memory: Memory | None) -> Choice:
    """The line for a model that Ollama has; `memory` is that of its computer, None where nobody knows it."""
    choice = Choice(model.spec, model.label, model.note, model.size_bytes)
    if model.label.endswith(CLOUD):
        return replace(choice, size_bytes=None, note="runs on Ollama's computers: what you write is sent there")
    if "embed" in model.label:
        return replace(choice, fits=False, note="made for searching; it can't write programs")
    if memory is None or not model.size_bytes:
        return choice
    return replace(choice, fits=fits(model.size_bytes, memory), note=_memory_note(model.size_bytes, memory))


def _memory_note(size_bytes: int, memory: Memory) -> str:
    size, needed = decimal(size_bytes), memory_needed(size_bytes)
    if not fits(size_bytes, memory):
        return (
            f"{size}; too large for this computer: it needs about {decimal(needed)}, and there is {memory}; "
            "it will be very slow or not start"
        )
    if fits_graphics(size_bytes, memory):
        return f"{size}; fits this computer's graphics memory, so it answers quickly"
    if needed > memory.available:
        return f"{size}; fits, but other programs use the memory now: close some of them"
    return f"{size}; fits this computer's memory"


def _suggestions(local: Sequence[ModelInfo], memory: Memory | None) -> Iterator[Choice]:
    present = {model.label for model in local}
    for model in SUGGESTIONS:
        if model.name not in present and (memory is None or fits(model.size_bytes, memory)):
            yield _suggestion(model, memory)


def _suggestion(model: Suggestion, memory: Memory | None) -> Choice:
    note = f"not here yet: {decimal(model.size_bytes)} to download"
    known = None if memory is None else True
    return Choice(f"{PREFIX}{model.name}", model.name, note, model.size_bytes, fits=known, installed=False)


def _rank(name: str) -> int:
    return next((rank for rank, start in enumerate(GOOD_AT_CODE) if name.startswith(start)), len(GOOD_AT_CODE))
