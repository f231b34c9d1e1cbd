"""The models as they are picked: in groups, and what is missing where none can be used."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from agent.models.registry import find_provider
from message import say
from settings import Settings
from setup.beginning import LocalOffer, local_offer
from setup.catalog import Choice, catalog
from setup.doctor.programs import examine_sandbox
from ui.base.chip import Group, Option
from ui.base.templating import render
from ui.form.form import ALONE, NOT_FETCHED

SANDBOXES = ("Docker", "bubblewrap")
"""The findings that say that nothing can be run; that an image has to be made first is no hindrance."""


@dataclass(frozen=True, slots=True)
class FoundModels:
    """What can be picked, which of it is recommended, and as HTML what is missing for programs to run in; where no
    model is `usable` for programs of one's own, what this computer could have."""

    groups: list[Group]
    recommended: str
    missing: str
    usable: bool = True
    offer: LocalOffer | None = None

    def has(self, value: str) -> bool:
        """Whether it is among them."""
        return any(option.value == value for group in self.groups for option in group.options)

    def kept(self, picked: str) -> str:
        """What was picked, if it is there; else the recommended one."""
        return picked if self.has(picked) else self.recommended


def look_for_models(settings: Settings) -> FoundModels:
    """What is there now. It takes a few seconds at most."""
    choices = catalog(settings)
    recommended = next((choice.spec for choice in choices if choice.recommended and choice.installed), "demo")
    usable = any(choice.installed and find_provider(choice.spec)[0].real for choice in choices)
    offer = None if usable else local_offer(settings)
    return FoundModels(in_groups(choices), recommended, missing_html(settings), usable, offer)


def in_groups(choices: Sequence[Choice]) -> list[Group]:
    """Those of this computer first, then those of accounts and other computers, those to download, and the demo."""

    def place(choice: Choice) -> tuple[bool, bool, bool]:
        provider, _ = find_provider(choice.spec)
        return not provider.real, not choice.installed, bool(choice.runs_at)

    nearest = sorted(choices, key=place)
    together = groupby(nearest, _title)
    return [Group(title, tuple(map(_option, some))) for title, some in together] or [ALONE]


def _title(choice: Choice) -> str:
    provider, _ = find_provider(choice.spec)
    if not provider.real:
        return ALONE.title
    if not choice.installed:
        return say("To download")
    return provider.title if choice.runs_at else say("On this computer")


def _option(choice: Choice) -> Option:
    if not find_provider(choice.spec)[0].real:
        return ALONE.options[0]
    if not choice.installed:
        return Option(NOT_FETCHED + choice.spec, choice.label, choice.note)
    return Option(choice.spec, choice.label, choice.note, where_of(choice))


def where_of(choice: Choice) -> str:
    """Where it runs, for who is about to press Run."""
    if not choice.runs_at:
        return say("It runs on this computer: what you write stays here.")
    return say("It runs at %(where)s: what you write, and lines of your files, are sent there.", where=choice.runs_at)


def missing_html(settings: Settings) -> str:
    """What is missing for programs to run in. Empty where nothing is."""
    broken = [one for one in examine_sandbox(settings) if one.state == "missing" and one.name in SANDBOXES]
    return render("missing", sandbox=broken[:1]) if broken else ""
