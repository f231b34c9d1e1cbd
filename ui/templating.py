"""The templates of the page. Whatever a model or a tool wrote is escaped by Jinja and stays text."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache
from importlib import resources
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from ui.diffs import DiffLine, parse
from wording import clock, cut, plural, printable

LONGEST_TEXT = 3_000
LONGEST_CODE = 20_000
LONGEST_LINE = 400
HOUR, DAY, WEEK = 60, 24 * 60, 7 * 24 * 60
"""In minutes."""


def render(template: str, **values: Any) -> str:
    """`ui/templates/<template>.html.j2`, filled in."""
    return _environment().get_template(f"{template}.html.j2").render(**values)


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("ui"),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(text=_text, code=_code, line=_line, ticked=_ticked)
    environment.filters.update(clock=clock, plural=plural, difference=_difference, ago=_ago)
    environment.globals.update(icon=_icon)
    return environment


@cache
def _icon(name: str) -> Markup:
    """A picture that says nothing which isn't beside it in words; they are Lucide's, see the licence beside them."""
    drawn = resources.files("ui").joinpath("icons", f"{name}.svg").read_text(encoding="utf-8").strip()
    return Markup(drawn.replace("<svg ", '<svg class="icon" aria-hidden="true" focusable="false" ', 1))  # noqa: S704  # nosec B704 (ours)


def _difference(lines: Sequence[str]) -> list[DiffLine]:
    """The lines of a unified diff, each of bounded length."""
    return parse("\n".join(line[:LONGEST_LINE] for line in lines))


def _ago(then: datetime) -> str:
    """When that was, as people say it; after some days, the day."""
    minutes = int((datetime.now(UTC) - then).total_seconds() // 60)
    if minutes < 1:
        return "just now"
    if minutes < HOUR:
        return f"{plural(minutes, 'minute')} ago"
    if minutes < DAY:
        return f"{plural(minutes // HOUR, 'hour')} ago"
    return f"{plural(minutes // DAY, 'day')} ago" if minutes < WEEK else f"{then.astimezone():%Y-%m-%d}"


def _text(text: str) -> str:
    """A text of a few paragraphs, safe and of bounded length."""
    return printable(cut(text, LONGEST_TEXT))


def _code(text: str) -> str:
    """A program or the output of a tool, safe and of bounded length."""
    return printable(cut(text, LONGEST_CODE)).strip("\n")


def _line(text: str) -> str:
    """One short line, safe and of bounded length."""
    whole = " ".join(printable(text[: 4 * LONGEST_LINE]).split())
    return whole if len(whole) <= LONGEST_LINE else f"{whole[:LONGEST_LINE]}…"


def _ticked(text: str) -> Markup:
    """A short text in which every other part between backticks is code."""
    parts = [escape(printable(part)) for part in cut(text, LONGEST_TEXT).split("`")]
    return Markup("").join(
        Markup("<code>{}</code>").format(part) if place % 2 else part for place, part in enumerate(parts)
    )
