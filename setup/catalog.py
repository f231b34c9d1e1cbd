"""What the model picker shows: the models that are here, those that can be had, and the one to begin with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rich.filesize import decimal

from agent.errors import UnknownModel
from agent.models import registry
from agent.models.base import ModelInfo
from agent.models.provider import DownloadStep, Library
from agent.models.registry import find_provider, list_models
from cancel import Cancel
from message import say
from settings import Settings
from setup.keys import with_stored_keys
from setup.memory import Memory, fits, fits_graphics, memory_needed, this_computer


@dataclass(frozen=True, slots=True)
class Choice:
    """One line of the picker. `size_bytes` is the size on disk, or of the download where it isn't `installed`.

    `fits` is None where nobody knows, or it runs elsewhere. One line of all is `recommended`: the one to preselect,
    of those that are `recommendable`. For these and `runs_at` see `ModelInfo`.
    """

    spec: str
    label: str
    note: str = ""
    size_bytes: int | None = None
    fits: bool | None = None
    recommended: bool = False
    installed: bool = True
    recommendable: bool = True
    runs_at: str = ""


def catalog(settings: Settings, memory: Memory | None = None) -> list[Choice]:
    """All there is to pick, with this computer's `memory`. Takes a few seconds at most; what is down is left out.

    Downloads are only suggested where they could be fetched right now, and where they fit.
    """
    memory = memory or this_computer()
    settings = with_stored_keys(settings)
    here: list[Choice] = []
    to_fetch: list[Choice] = []
    for provider, found in list_models(settings):
        judged = memory if provider.is_here(settings) else None
        # Who doesn't say where a model runs hasn't got it here.
        elsewhere = "" if provider.is_here(settings) else provider.title
        here += [choice_of(replace(one, runs_at=one.runs_at or elsewhere), judged) for one in found.models]
        if provider.library and not found.problem:
            to_fetch += _suggestions(provider.prefix, provider.library, found.models, judged)
    choices = here + to_fetch
    first = recommended(choices)
    return [replace(choice, recommended=choice is first) for choice in choices]


def recommended(choices: Sequence[Choice]) -> Choice | None:
    """The one to begin with: the best for code of the first provider that has one which is known and fits, else any
    other that fits; of Claude's, the newest of middle size."""
    return min((choice for choice in choices if _may_begin(choice)), key=_order, default=None)


def _may_begin(choice: Choice) -> bool:
    return choice.installed and choice.recommendable and choice.fits is not False


def _order(choice: Choice) -> tuple[bool, int, int, int]:
    """Those known to be good first, by provider, the larger of two equally good ones first."""
    provider, name = find_provider(choice.spec)
    rank = provider.rank(name)
    # Of models that nobody knows the largest isn't taken for the best: it may just be slow.
    size = 0 if rank is None else choice.size_bytes or 0
    return (rank is None, registry.PROVIDERS.index(provider), rank or 0, -size)


def crowding(one: str, other: str, settings: Settings, memory: Memory | None = None) -> str:
    """What to do where two models, by their specs, don't fit into this computer's memory together; empty where they do,
    where one runs elsewhere, and where nobody knows."""
    memory = memory or this_computer()
    here = {choice.spec: choice for choice in catalog(settings, memory) if choice.fits is not None}
    known = [here.get(spec) or here.get(f"{spec}:latest") for spec in (one, other)]
    sizes = {choice.spec: choice.size_bytes or 0 for choice in known if choice}
    if len(sizes) < len(known) or fits(sum(sizes.values()), memory):
        return ""
    return say(
        "%(one)s and %(other)s don't fit into this computer's memory together (%(memory)s), so each is loaded anew "
        "when its turn comes. One model for both is quicker.",
        one=one,
        other=other,
        memory=str(memory),
    )


def fetch(spec: str, settings: Settings, cancel: Cancel) -> Iterator[DownloadStep]:
    """Download the model `spec`, telling how far it is. Raises `Cancelled` and the `ModelError` family."""
    library, name = _library(spec)
    return library.fetch(name, settings, cancel)


def remove(spec: str, settings: Settings) -> None:
    """Remove the model `spec` from the disk. Raises the `ModelError` family."""
    library, name = _library(spec)
    library.remove(name, settings)


def _library(spec: str) -> tuple[Library, str]:
    provider, name = find_provider(spec)
    if not provider.library:
        raise UnknownModel(
            say("%(spec)s isn't on this computer.", spec=spec), say("There is nothing to fetch or remove for it.")
        )
    return provider.library, name


def choice_of(model: ModelInfo, memory: Memory | None) -> Choice:
    """The line for a model that is there; `memory` is that of its computer, None where nobody knows it."""
    choice = Choice(
        model.spec,
        model.label,
        model.note,
        model.size_bytes,
        recommendable=model.recommendable,
        runs_at=model.runs_at,
    )
    if memory is None or not model.size_bytes or not model.recommendable:
        return choice
    return replace(choice, fits=fits(model.size_bytes, memory), note=_memory_note(model.size_bytes, memory))


def _memory_note(size_bytes: int, memory: Memory) -> str:
    size, needed = decimal(size_bytes), memory_needed(size_bytes)
    if not fits(size_bytes, memory):
        return say(
            "%(size)s; too large for this computer: it needs about %(needed)s, and there is %(memory)s; "
            "it will be very slow or not start",
            size=size,
            needed=decimal(needed),
            memory=str(memory),
        )
    if fits_graphics(size_bytes, memory):
        return say("%(size)s; fits this computer's graphics memory, so it answers quickly", size=size)
    if needed > memory.available:
        return say("%(size)s; fits, but other programs use the memory now: close some of them", size=size)
    return say("%(size)s; fits this computer's memory", size=size)


def _suggestions(prefix: str, library: Library, there: Sequence[ModelInfo], memory: Memory | None) -> Iterator[Choice]:
    present = {model.label for model in there}
    for model in library.suggestions:
        if model.name not in present and (memory is None or fits(model.size_bytes, memory)):
            note = say("not here yet: %(size_bytes)s to download", size_bytes=decimal(model.size_bytes))
            known = None if memory is None else True
            yield Choice(f"{prefix}:{model.name}", model.name, note, model.size_bytes, fits=known, installed=False)
