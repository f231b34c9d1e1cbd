"""Which model to fetch for this computer, whether there is room for it, and how far a download is."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from rich.filesize import decimal

from agent.errors import ModelUnavailable
from agent.models.base import ModelInfo
from agent.models.provider import DownloadStep, Library, Suggestion
from agent.models.registry import find_library
from message import say
from settings import Settings
from setup.catalog import choice_of, recommended
from setup.memory import Memory, fits, fits_graphics, memory_needed, this_computer

ANSWER_SECONDS = 10.0
QUICK_BILLIONS = 8.0
"""So many active parameters a processor without a graphics card reads at about the speed of a reader: an assumption."""


class DiskFull(ModelUnavailable):
    """A model doesn't fit on the disk."""


@dataclass(frozen=True, slots=True)
class Offer:
    """The model to fetch; `why` is a sentence for the user. `size_bytes` of the download is None where nobody knows."""

    spec: str
    why: str
    size_bytes: int | None = None
    installed: bool = False

    @property
    def name(self) -> str:
        """What its provider calls it."""
        return self.spec.partition(":")[2]

    @property
    def size(self) -> str:
        """The size in words."""
        return decimal(self.size_bytes) if self.size_bytes else say("as large as it says once it begins")


@dataclass(slots=True)
class Download:
    """How far a download is, of all its parts together, in bytes; `expected` is what is known before it begins."""

    expected: int = 0
    _parts: dict[str, tuple[int, int]] = field(default_factory=dict)

    def add(self, step: DownloadStep) -> None:
        """Note what the provider said; each of a model's files has a status of its own."""
        if step.total_bytes:
            self._parts[step.status] = (step.completed_bytes, step.total_bytes)

    @property
    def completed(self) -> int:
        """How much is here."""
        return sum(completed for completed, _ in self._parts.values())

    @property
    def total(self) -> int:
        """How much there is, as far as is known; it may grow."""
        return max(self.expected, sum(total for _, total in self._parts.values()))


def offer(settings: Settings, name: str = "", memory: Memory | None = None) -> Offer:
    """The model `name`, a spec or a name in the first library, or without one the best for this computer with its
    `memory`, unless there is one that serves.

    Raises the `ModelError` family where the provider doesn't answer, and where it runs on a computer whose memory
    nobody knows and no `name` is given.
    """
    provider, library, name = find_library(name)
    here = provider.is_here(settings)
    installed = provider.list(settings, ANSWER_SECONDS)
    memory = memory or this_computer()
    if name:
        made = _named(name, installed, library, memory if here else None)
    elif here:
        made = _serving(installed, library, memory) or _best(library, memory)
    else:
        raise ModelUnavailable(
            say("%(title)s runs on another computer, whose memory nobody here knows.", title=provider.title),
            say(
                "Name the model to fetch, as in: python app.py models --fetch %(name)s",
                name=library.suggestions[-2].name,
            ),
        )
    return replace(made, spec=f"{provider.prefix}:{made.spec}")


# Why: docs/decisions.md, "The model to begin with is the best one that is quick enough"
def best_model(library: Library, memory: Memory) -> Suggestion:
    """The best for programming of the known models that run well with this `memory`; where none does, the smallest."""
    return next((model for model in library.suggestions if _runs_well(model, memory)), library.suggestions[-1])


def check_room(made: Offer, settings: Settings) -> None:
    """Raises `DiskFull` where the disk of this computer lacks room for the whole of `made`."""
    provider, library, _ = find_library(made.spec)
    folder = library.folder(settings)
    free = free_bytes(folder)
    begun = any(folder.glob("blobs/*-partial"))  # what is there of it already isn't needed again
    if made.size_bytes and provider.is_here(settings) and made.size_bytes > free and not begun:
        raise DiskFull(
            say(
                "%(name)s takes %(size)s on the disk, and there are %(free)s free where %(title)s keeps "
                "models (%(folder)s).",
                name=made.name,
                size=made.size,
                free=decimal(free),
                title=provider.title,
                folder=str(folder),
            ),
            say("Make room there, or fetch a smaller one: python app.py models --fetch NAME"),
        )


def free_bytes(folder: Path) -> int:
    """How much room is left where `folder` is, or will be made."""
    # Unlike Path's own, `isdir` never raises where a folder is another user's.
    there = next(parent for parent in (folder, *folder.absolute().parents) if os.path.isdir(parent))  # noqa: PTH112
    return shutil.disk_usage(there).free


def _named(name: str, installed: Sequence[ModelInfo], library: Library, memory: Memory | None) -> Offer:
    # Ollama lists every model with its tag.
    full = name if ":" in name else f"{name}:latest"
    if any(model.label == full for model in installed):
        return Offer(name, say("It is here already."), installed=True)
    known = next((model for model in library.suggestions if model.name == name), None)
    if known and memory and not fits(known.size_bytes, memory):
        return Offer(
            name,
            say(
                "It is too large for this computer: %(known)s, and there is %(memory)s.",
                known=_needs(known),
                memory=str(memory),
            ),
            known.size_bytes,
        )
    return Offer(name, say("You asked for it."), known.size_bytes if known else None)


def _serving(installed: Sequence[ModelInfo], library: Library, memory: Memory) -> Offer | None:
    first = recommended([choice_of(model, memory) for model in installed])
    return Offer(first.label, _serves(first.label, library, memory), installed=True) if first else None


def _serves(name: str, library: Library, memory: Memory) -> str:
    best = best_model(library, memory).name
    here = say("It is here already and fits this computer.")
    return (
        here
        if name == best
        else say("%(here)s For another: python app.py models --fetch %(best)s", here=here, best=best)
    )


def _best(library: Library, memory: Memory) -> Offer:
    model = best_model(library, memory)
    if not fits(model.size_bytes, memory):
        why = say(
            "It is the smallest that can write programs. This computer has little memory (%(memory)s): "
            "it will be slow.",
            memory=str(memory),
        )
    elif fits_graphics(model.size_bytes, memory):
        why = say(
            "It is the best for programming that fits the graphics of this computer (%(memory)s).", memory=str(memory)
        )
    else:
        why = say("It is the best for programming that runs well on this computer (%(memory)s).", memory=str(memory))
    return Offer(model.name, why, model.size_bytes)


def _runs_well(model: Suggestion, memory: Memory) -> bool:
    quick = model.active_billions <= QUICK_BILLIONS or fits_graphics(model.size_bytes, memory)
    return fits(model.size_bytes, memory) and quick


def _needs(model: Suggestion) -> str:
    return say("it needs about %(size_bytes)s", size_bytes=decimal(memory_needed(model.size_bytes)))
