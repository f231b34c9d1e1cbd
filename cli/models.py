"""Which models can be picked, and which one is meant when none was."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict, replace

from rich.console import Console
from rich.filesize import decimal
from rich.padding import Padding
from rich.text import Text

from agent.errors import ModelUnavailable
from agent.models import registry
from agent.models.base import ModelInfo
from agent.models.registry import ProviderModels, list_models
from agent.types import Request
from settings import Settings
from setup.catalog import crowding
from setup.keys import with_stored_keys
from wording import printable


def with_models(request: Request, settings: Settings) -> Request:
    """`request` with a model where none was named: the first that is really there, never the demo.

    Raises `ModelUnavailable` where there is none.
    """
    model = request.model or _first(settings)
    return replace(request, model=model, test_model=request.test_model or model)


def say_crowding(request: Request, settings: Settings, console: Console) -> None:
    """Say so where its two models push each other out of memory."""
    if request.test_model != request.model and (said := crowding(request.model, request.test_model, settings)):
        console.print(Text(printable(said), style="yellow"))


def show_models(settings: Settings, as_json: bool, console: Console) -> None:
    """Print what every provider offers, and why one offers nothing."""
    providers = [found for _, found in list_models(with_stored_keys(settings))]
    if as_json:
        sys.stdout.write(json.dumps([asdict(provider) for provider in providers], indent=2) + "\n")
        return
    for provider in providers:
        for model in provider.models:
            # On a line of its own, for what has to be typed may not be cut, however narrow the terminal is.
            console.print(Text(printable(model.spec), style="bold"), soft_wrap=True)
            console.print(Padding.indent(Text(printable(_about(model))), 4))
    _show_problems(providers, console)


def _about(model: ModelInfo) -> str:
    """Its name where that isn't what is typed, its size, and what is to be known of it."""
    label = "" if model.spec.endswith(model.label) else model.label
    size = decimal(model.size_bytes) if model.size_bytes else ""
    return ", ".join(filter(None, (label, size, model.note)))


def _show_problems(providers: list[ProviderModels], console: Console) -> None:
    for provider in providers:
        if provider.problem:
            console.print(Text(f"\n{provider.name}: {provider.problem}", style="yellow"))
            console.print(Text(provider.advice, style="dim"))


def _first(settings: Settings) -> str:
    for provider, found in list_models(with_stored_keys(settings)):
        if provider.real and found.models:
            return found.models[0].spec
    keys = [f"set {provider.key.variable}, or " for provider in registry.PROVIDERS if provider.key]
    raise ModelUnavailable(
        "There is no model on this machine yet.",
        f"Start Ollama and fetch a model, or {''.join(keys)}look at a recorded example with --model demo. "
        "`python app.py models` says what is missing.",
    )
