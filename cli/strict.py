"""Commands that take no option for another's value, as Click does in `--model --json`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from typer import Context
from typer.core import TyperCommand, TyperGroup, TyperOption


class StrictCommand(TyperCommand):
    """A command that refuses the name of one of its options where an option needs a value."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """As Click's. Ends in a usage error."""
        _require_values(self, ctx, args)
        return super().parse_args(ctx, args)


class StrictGroup(TyperGroup):
    """The same for the options before the name of a sub-command."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """As Click's. Ends in a usage error."""
        _require_values(self, ctx, args)
        return super().parse_args(ctx, args)


def _require_values(command: TyperCommand | TyperGroup, context: Context, arguments: list[str]) -> None:
    options = [param for param in command.get_params(context) if isinstance(param, TyperOption)]
    names = {name for option in options for name in (*option.opts, *option.secondary_opts)}
    with_value = {name for option in options if not (option.is_flag or option.count) for name in option.opts}
    for name, value in pairwise(_before_the_rest(arguments)):
        if name in with_value and value in names:
            context.fail(f"Option '{name}' requires an argument.")


def _before_the_rest(arguments: list[str]) -> Iterator[str]:
    """The arguments up to `--`, behind which nothing is an option."""
    for argument in arguments:
        if argument == "--":
            return
        yield argument
