"""Texts of lines with a name and a value each: playlists, settings and links, money as OFX or QIF."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from .records import Found, Records, located, of_lines
from .said import Look, _

PAIR = re.compile(r"\s*(\"[^\"]*\"|[^=:#;\s][^=:]*?)\s*[=:]\s*(.*?);?\s*")
NUMBER = re.compile(r"\d+$")
COMMENTS = ("#", ";", "!", "//", "/*", "*")
TAG = re.compile(r"<(/?)([A-Z][A-Z0-9._]*)>([^<]*)")
MOST_DEPTH = 30
WAYS = (
    ("an address on the web", re.compile(r"[a-z]{2,8}://", re.IGNORECASE)),
    ("a path of Windows with its drive", re.compile(r"[A-Za-z]:[\\/]")),
    ("a path of a network", re.compile(r"\\\\")),
    ("a path from the root", re.compile("/")),
    ("a relative path with \\", re.compile(r"[^/]*\\")),
    ("a relative path", re.compile("")),
)


def settings(path: Path) -> Look:
    """The sections and names of what is written as `name=value`, such as links, INI files and lists of words."""
    return of_lines(path, _("settings"), setting_lines)


def playlist(path: Path) -> Look:
    """The entries of an M3U, in which way their paths are written, and what is said of each."""
    return of_lines(path, _("a playlist (M3U)"), entry_lines)


def ofx(path: Path) -> Look:
    """The parts of what banks write as OFX or QFX, in which an inner tag may lack its end."""
    return of_lines(path, _("money (OFX)"), ofx_lines)


def qif(path: Path) -> Look:
    """The lists of QIF, and the letters that their fields begin with."""
    return of_lines(path, _("money (QIF)"), qif_lines)


def setting_lines(lines: Sequence[str]) -> Found:
    section, pairs, records, strange = "without a section", list[tuple[str, str]](), Records(), list[int]()
    for number, line in enumerate(lines, start=1):
        stripped = line.strip("\ufeff \t")
        if stripped.startswith("[") and stripped.endswith("]"):
            close(records, section, pairs)
            section, pairs = NUMBER.sub("1", stripped[:-1]) + "]", []
        elif found := PAIR.fullmatch(stripped[:1000]):
            pairs.append((NUMBER.sub("1", found[1]), found[2]))
        elif stripped and not stripped.startswith(COMMENTS):
            strange.append(number)
    close(records, section, pairs)
    return located("neither name and value nor a section or a comment", strange), records


def close(records: Records, kind: str, values: list[tuple[str, str]]) -> None:
    if values:
        records.add(kind, values)


def entry_lines(lines: Sequence[str]) -> Found:
    records, said = Records("written as", "ending"), list[tuple[str, str]]()
    for line in lines:
        if line.startswith("#"):
            name, _colon, value = line.partition(":")
            said.append((name, value))
        elif line.strip():
            way = next(way for way, pattern in WAYS if pattern.match(line))
            records.add("entry", [*said, ("written as", way), ("ending", Path(line).suffix or "none")])
            said = []
    if said:
        records.add("after the last entry", said)
    return [], records


def ofx_lines(lines: Sequence[str]) -> Found:
    """Each part that has values of its own, by the tag around them."""
    records, opened = Records("TRNTYPE", "CURDEF"), list[tuple[str, list[tuple[str, str]]]]()
    for end, tag, value in (found.groups() for line in lines for found in TAG.finditer(line)):
        if end:
            end_part(records, opened, tag)
        elif value.strip() and opened:
            opened[-1][1].append((tag, value.strip()))
        elif len(opened) < MOST_DEPTH:
            opened.append((tag, []))
    return [], records


def end_part(records: Records, opened: list[tuple[str, list[tuple[str, str]]]], tag: str) -> None:
    """Close the part with this tag, and what is open in it; where none is, a value ends that has a tag at its end."""
    if any(name == tag for name, _values in opened):
        name = ""
        while name != tag:
            name, values = opened.pop()
            close(records, name, values)


def qif_lines(lines: Sequence[str]) -> Found:
    kind, values, records = "before the first list", list[tuple[str, str]](), Records()
    for line in lines:
        if line.startswith("!"):
            kind = line.strip()
        elif line.strip() == "^":
            records.add(kind, values)
            values = []
        elif line.strip():
            values.append((line[0], line[1:]))
    if values:
        records.add(f"{kind}, the last without ^", values)
    return [], records
