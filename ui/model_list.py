"""The models as they are picked: in groups, and what is missing where none can be used."""

from __future__ import annotations

from collections.abc import Sequence

from agent.models.provider import Provider
from agent.models.registry import find_provider
from message import joined, say
from settings import Settings
from setup.catalog import Choice
from setup.doctor.programs import examine_sandbox
from ui.form import NOT_FETCHED
from ui.templating import render

SANDBOXES = ("Docker", "bubblewrap")
"""The findings that say that nothing can be run; that an image has to be made first is no hindrance."""


def in_groups(choices: Sequence[Choice], settings: Settings) -> list[Choice]:
    """Those of this computer first, then those of accounts and other computers, those to download, and the demo."""

    def place(choice: Choice) -> tuple[bool, bool, bool]:
        provider, _ = find_provider(choice.spec)
        return not provider.real, not choice.installed, not provider.is_here(settings)

    return sorted(choices, key=place)


def label_of(choice: Choice, settings: Settings) -> str:
    """Its group, its name, and what is to be known of it."""
    provider, _ = find_provider(choice.spec)
    model = joined(", ", (choice.label, choice.note))
    return (
        say("%(group)s: %(model)s", group=_group(provider, choice, settings), model=model) if provider.real else model
    )


def _group(provider: Provider, choice: Choice, settings: Settings) -> str:
    if not choice.installed:
        return say("To download")
    return say("On this computer") if provider.is_here(settings) else provider.title


def value_of(choice: Choice) -> str:
    """What the picker gives for it."""
    return choice.spec if choice.installed else NOT_FETCHED + choice.spec


def missing_html(choices: Sequence[Choice], settings: Settings) -> str:
    """What is missing for programs of one's own: a model, and what they run in. Empty where nothing is."""
    usable = any(choice.installed and find_provider(choice.spec)[0].real for choice in choices)
    broken = [one for one in examine_sandbox(settings) if one.state == "missing" and one.name in SANDBOXES]
    return render("missing", model=not usable, sandbox=broken[:1]) if broken or not usable else ""
