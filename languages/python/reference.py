"""What models are told of the parts: the groups that there are, and of each the functions that a program may need."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from languages.brief import Brief
from languages.python.assembly import imported_parts
from languages.python.library import Part, public

GROUPS: Mapping[str, str] = {
    "read": "files of any kind",
    "understand": "numbers, amounts, dates, times and durations as people write them",
    "ask": "questions in the terminal",
    "write": "files as results",
    "remember": "what it keeps between two starts",
    "window": "a window with fields, buttons and tables",
    "web": "what it fetches from the web",
}
"""What a plan may name in `Brief.uses`."""
USUAL: Mapping[str, tuple[str, ...]] = {
    "files": ("read", "understand", "write"),
    "page": ("read", "understand", "write"),
    "dialogue": ("ask", "understand", "remember"),
    "window": ("window", "understand", "remember"),
}
"""Those of a kind of program whose plan names none."""
ALWAYS = ("here", "tell", "run", "progress")
ONLY_FOR: Mapping[str, str] = {
    "read_workbook": r"xls|excel",
    "sheets_of": r"xls|excel|\bods\b",
    "cells_of": r"xls|excel|\bods\b",
    "read_ods": r"\bods\b|opendocument",
    **dict.fromkeys(
        ("read_document", "document_text"),
        r"docx?\b|(ms|microsoft) word|\bword[- ]?(do[ck]|file|datei)|do[ck]um\w+ (de )?word\b",
    ),
    "read_pdf": r"pdf",
    "open_picture": r"jpe?g|png|heic|webp|gif|tiff?\b",
    "taken_at": r"jpe?g|png|heic|webp|tiff?\b",
    "read_json": r"json",
    "read_xml": r"xml",
    "read_events": r"\bics\b|ical|calend|kalend",
    "read_contacts": r"vcf|vcard",
    "read_mails": r"\beml\b|mbox",
    "read_subtitles": r"srt\b|subtit|untertit",
    "read_track": r"gpx",
    "write_workbook": r"xls|excel",
    "written_duration": r"dur|time|zeit|temps|tiemp|tempo|h:mm|hour|hora|heure|stund|minut",
    "safe_name": r"^(files|window)",
    "copy_file": r"cop[yi]|kopi|jpe?g|png|pdf|mp[34]",
    "write_once": r"https?:|download|fetch|herunter|descarg|t[eé]l[eé]charg|scaric|baix|pobier|twice|doppel|duplic",
    "write_page": r"^page|html",
    "html_text": r"^page|html",
    "html_table": r"^page|html",
    "in_zone": r"zone|utc|gmt|\bics\b",
}
"""Of which models are told where the plan or its files speak of it: a pattern."""

AGAINST: Mapping[str, tuple[str, ...]] = {
    "answer": ("ask", "to_number"),
    "field": ("add_field", "to_number"),
    "end": ("run", "ask_lines"),
    "cut short": ("keep", "recall"),
    "broken off": ("keep", "recall"),
    "file": ("read_text", "read_table", "read_workbook", "skipping"),
    "place": ("write_text", "write_with"),
    "memory": ("keep", "recall"),
    "together": ("keep", "recall"),
    "older": ("keep", "recall"),
    "unreadable": ("read_text",),
    "opened": ("write_with",),
    "result": ("write_text", "write_with"),
}
"""Which parts take what the attack tries, by the kinds of `attacks/kinds.py`."""


_NAME = re.compile(r"(?:def |class )?(\w+)")


def remedy(kind: str, source: str) -> str:
    """The parts that a program of this source could use against a kind of odd use; empty where it uses them all."""
    used = imported_parts(source)
    names = [name for name in AGAINST.get(kind, ()) if name not in used and name in public()]
    told = [f"{public()[name].signature}: {public()[name].about}" for name in names]
    return (
        "\n".join([f"There are parts for this, as in `from parts import {', '.join(names)}`:", *told]) if told else ""
    )


def reference(brief: Brief, names: Iterable[str] = ()) -> str:
    """The parts for a plan and files of these `names`, a line for each: signature and what it does.

    A part is left out whose name the plan has for a function of the program: imported, it would take its place.
    """
    taken = {found[1] for one in brief.interface if (found := _NAME.match(one))}
    groups = [*(group for group in brief.uses if group in GROUPS)] or USUAL.get(brief.kind, ())
    about = " ".join([brief.kind, *_texts(brief), *names]).casefold()
    return "\n".join(
        f"{part.signature}: {part.about}" for part in _chosen(groups, about) if taken.isdisjoint(part.names)
    )


def _chosen(groups: Iterable[str], about: str) -> Iterator[Part]:
    wanted = set(groups)
    for name, part in sorted(public().items(), key=lambda item: _place(item[1])):
        is_meant = name in ALWAYS or _group(part) in wanted
        if is_meant and re.search(ONLY_FOR.get(name, ""), about):
            yield part


def _group(part: Part) -> str:
    return part.file.partition(".")[0]


def _place(part: Part) -> int:
    order = [*GROUPS, "run", "own", "telling"]
    return order.index(_group(part)) if _group(part) in order else len(order)


def _texts(brief: Brief) -> Iterator[str]:
    yield from (brief.start, *brief.interface, *brief.packages)
    yield from (one.rule for one in brief.rules)
    yield from (one.chosen for one in brief.assumptions)
