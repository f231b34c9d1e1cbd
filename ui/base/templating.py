"""The templates of the page. Whatever a model or a tool wrote is escaped by Jinja and stays text."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Sequence
from datetime import datetime
from functools import cache
from importlib import resources
from textwrap import shorten
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from storage.statuses import called
from translation import here
from ui.base.diffs import DiffLine, parse
from ui.base.excerpts import excerpt_said
from ui.base.screen import plain
from wording import clock, cut, plural, printable

LONGEST_TEXT = 3_000
LONGEST_CODE = 20_000
LONGEST_LINE = 400
LONGEST_TITLE = 64
AS_IT_IS = re.compile(r"<(?:code|pre|bdi)(?=[\s>])|<[a-z]+(?= class=\"(?:assay )?assay-(?:code|log|talk|sheet)\b)")
"""The beginnings of elements with code, names, and what a program or a model writes: no browser may translate these."""
FIGURE = re.compile(r"[-+\u2212]?[£$€]?\s?\d[\d.,\s]*\s?[%€]?")
"""A cell with a number."""
ERROR_NAME = re.compile(r" \([\w.]*(?:Error|Exception|Interrupt|Exit|Iteration|Warning)\)")
"""What an error is called by who programs, which tells nothing to anybody else."""
SENTENCE = re.compile(r"(?<=[.:!?])\s|\n")
"""Where a sentence ends."""


# Why: docs/decisions.md, "What a model or a program made reaches the browser escaped, drawn anew or without scripts"
def render(template: str, **values: Any) -> str:
    """`ui/templates/<template>.html.j2`, filled in."""
    return AS_IT_IS.sub(r'\g<0> translate="no"', _environment().get_template(f"{template}.html.j2").render(**values))


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("ui"),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
    )
    environment.policies["ext.i18n.trimmed"] = True
    environment.newstyle_gettext = True  # type: ignore[attr-defined]  # values are escaped before they are put in
    environment.globals.update(gettext=_gettext, ngettext=_ngettext, _=_gettext, here=here)
    environment.filters.update(text=_text, code=_code, line=_line, ticked=_ticked, screen=plain, excerpt=excerpt_said)
    environment.filters.update(clock=clock, plural=plural, difference=_difference)
    environment.filters.update(said=_said, sentence=_sentence, title=short_title)
    environment.filters.update(ago=lambda then: here().ago(then), number=lambda value: here().number(value))
    environment.filters.update(money=lambda dollars: here().money(dollars), size=lambda count: here().size(count))
    environment.filters.update(date=lambda then, with_time=False: here().date(then, with_time))
    environment.filters.update(is_number=lambda text: FIGURE.fullmatch(text.strip()) is not None)
    environment.filters.update(untechnical=lambda text: ERROR_NAME.sub("", _text(text)))
    environment.filters.update(day=lambda then: here().date(datetime.fromisoformat(then)))
    environment.globals.update(icon=_icon, called=called, mark=_mark())
    return environment


@cache
def _icon(name: str) -> Markup:
    """A picture that says nothing which isn't beside it in words; they are Lucide's, see the licence beside them."""
    drawn = resources.files("ui").joinpath("icons", f"{name}.svg").read_text(encoding="utf-8").strip()
    return Markup(drawn.replace("<svg ", '<svg class="icon" aria-hidden="true" focusable="false" ', 1))  # noqa: S704  # nosec B704 (ours)


def _mark() -> str:
    """The hallmark as the address of a picture that is in the page itself."""
    drawn = resources.files("ui").joinpath("favicon.svg").read_bytes()
    return f"data:image/svg+xml;base64,{b64encode(drawn).decode()}"


def _difference(lines: Sequence[str]) -> list[DiffLine]:
    """The lines of a unified diff, each of bounded length."""
    return parse("\n".join(line[:LONGEST_LINE] for line in lines))


def _gettext(template: str, **values: Any) -> Markup:
    """A sentence of a template, which may be HTML; what is put into it is escaped."""
    return Markup(here().gettext(template, **{name: _escaped(value) for name, value in values.items()}))  # noqa: S704  # nosec B704 (ours)


def _ngettext(one: str, many: str, num: int, **values: Any) -> Markup:
    """The same by a number."""
    escaped = {name: _escaped(value) for name, value in values.items()}
    return Markup(here().ngettext(one, many, num, **escaped))  # noqa: S704  # nosec B704 (ours)


def _escaped(value: Any) -> Any:
    return value if isinstance(value, int | float) else str(escape(_said(value)))


def _said(text: str) -> str:
    """A sentence of ours in the language of who reads it; what others wrote as it is."""
    return here().text(text)


def _sentence(text: str) -> str:
    """The same with exactly one full stop at its end."""
    return f"{_said(text).rstrip('. ')}."


def short_title(task: str, longest: int = LONGEST_TITLE) -> str:
    """What a task is called in a list: its first sentence, or as many of its words as fit."""
    words = printable(task[: 4 * LONGEST_LINE]).strip()
    first = SENTENCE.split(words, maxsplit=1)[0].rstrip(".:;,") or words
    whole = shorten(first, longest, placeholder="…")
    return whole if whole != "…" else f"{first[: longest - 1]}…"


def _text(text: str) -> str:
    """A text of a few paragraphs, safe and of bounded length."""
    return printable(cut(_said(text), LONGEST_TEXT))


def _code(text: str) -> str:
    """A program or the output of a tool, safe and of bounded length."""
    return printable(cut(text, LONGEST_CODE)).strip("\n")


def _line(text: str) -> str:
    """One short line, safe and of bounded length."""
    whole = " ".join(printable(_said(text)[: 4 * LONGEST_LINE]).split())
    return whole if len(whole) <= LONGEST_LINE else f"{whole[:LONGEST_LINE]}…"


def _ticked(text: str) -> Markup:
    """A short text in which every other part between backticks is code."""
    parts = [escape(printable(part)) for part in cut(_said(text), LONGEST_TEXT).split("`")]
    return Markup("").join(
        Markup("<code>{}</code>").format(part) if place % 2 else part for place, part in enumerate(parts)
    )
