"""Subtitles (SubRip, WebVTT, SubStation Alpha) and lyrics (LRC): texts with times, which people's files often break."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from .records import Found, Records, located, of_lines
from .said import Look, _

TIME = r"(?:(\d{1,3}):)?(\d{1,3}):(\d{1,2})(?:[.,:](\d{1,3}))?"
TIMES = re.compile(rf"\s*-?{TIME}\s*-+>\s*-?{TIME}(.*)")
TAG = re.compile(r"</?[a-zA-Z][^<>]{0,40}>|\{\\[^{}]{1,40}\}|\[[^\[\]]{1,20}\]|&[a-z]{2,6};")
LYRIC = re.compile(r"\[(\d{1,3}:\d{1,2}(?:[.:]\d{1,3})?)\]")
FACT = re.compile(r"\[([a-zA-Z]+):([^\]]*)\]\s*")
MOST_TAGS = 12


@dataclass(frozen=True)
class Cue:
    """A text with its times, which stand in the line with this number; `head` is the line before it, if any."""

    line: int
    times: str
    head: str
    start: float
    end: float
    text: Sequence[str]

    @property
    def number(self) -> int | None:
        head = self.head.strip("\ufeff ")
        return int(head) if head.isdecimal() and len(head) < 10 else None


def cues(path: Path) -> Look:
    """The cues of SubRip or WebVTT with the forms of their times, and what is out of order."""
    return of_lines(path, _("subtitles"), cue_lines)


def substation(path: Path) -> Look:
    """The sections of SubStation Alpha, and the fields of their lines."""
    return of_lines(path, _("subtitles (SubStation Alpha)"), substation_lines)


def lyrics(path: Path) -> Look:
    """The facts and the times of a song's lines."""
    return of_lines(path, _("lyrics with times (LRC)"), lyric_lines)


def cue_lines(lines: Sequence[str]) -> Found:
    found, records = list(cues_in(lines)), Records()
    for cue in found:
        head = "its number" if cue.number is not None else "line before its times"
        values = {head: cue.head, "times": cue.times, "lines of text": str(len(cue.text))}
        records.add("cue", [(name, value) for name, value in values.items() if value])
    known = {cue.line for cue in found}
    arrows = [number for number, line in enumerate(lines, start=1) if "-->" in line and number not in known]
    odd = [note for what, cues in disorder(found) for note in located(f"cue with {what}", [cue.line for cue in cues])]
    odd += located("an arrow between what can't be read as times", arrows)
    return [*odd, *tags(line for cue in found for line in cue.text)], records


def cues_in(lines: Sequence[str]) -> Iterator[Cue]:
    """The cues; to a text belongs all that comes before the next cue, blank lines as well."""
    starts = [(place, found) for place, line in enumerate(lines) if (found := TIMES.fullmatch(line[:200]))]
    heads = [place - 1 if place and lines[place - 1].strip() else place for place, _found in starts]
    for (place, found), head, stop in zip(starts, heads, [*heads, len(lines)][1:], strict=True):
        text = list(lines[place + 1 : max(stop, place + 1)])
        while text and not text[-1].strip():
            text.pop()
        start, end = seconds(found.groups()[:4]), seconds(found.groups()[4:8])
        yield Cue(place + 1, found[0], lines[place - 1] if head < place else "", start, end, text)


def seconds(parts: Sequence[str | None]) -> float:
    """A time of hours, minutes, seconds and a fraction, of which hours and fraction may be missing."""
    hours, minutes, whole, fraction = parts
    return int(hours or 0) * 3600 + int(minutes or 0) * 60 + int(whole or 0) + float(f"0.{fraction or 0}")


def disorder(found: Sequence[Cue]) -> Iterator[tuple[str, list[Cue]]]:
    """What of numbers, times and texts isn't as it should be, with the cues."""
    numbered = [cue for cue in found if cue.number is not None]
    follows = [(one.number or 0) + 1 == two.number for one, two in pairwise(numbered)]
    yield "no number, as others have", [cue for cue in found if numbered and cue.number is None]
    yield "a number that doesn't follow", [cue for cue, right in zip(numbered[1:], follows, strict=True) if not right]
    yield "an end before its begin", [cue for cue in found if cue.end < cue.start]
    pairs = list(pairwise(found))
    yield "a begin before that of the one before", [two for one, two in pairs if two.start < one.start]
    yield "a begin before the end of the one before", [two for one, two in pairs if one.start <= two.start < one.end]
    yield "no text", [cue for cue in found if not cue.text]
    yield "a blank line in its text", [cue for cue in found if not all(line.strip() for line in cue.text)]
    last = [cue for cue in found if cue.text and cue.text[-1].strip().isdecimal()]
    yield "a number alone at the end of its text, as if another one's times were missing", last


def tags(lines: Iterable[str]) -> Iterator[str]:
    """The marks within texts, such as <i> or {\\an8}, and how often each comes."""
    found = Counter(tag for line in lines for tag in TAG.findall(line[:1000]))
    if found:
        yield "within texts: " + " ".join(f"{tag} x{count:,}" for tag, count in found.most_common(MOST_TAGS))


def substation_lines(lines: Sequence[str]) -> Found:
    section, names, records, texts = "before the first section", list[str](), Records(), list[str]()
    for line in lines:
        kind, colon, rest = line.partition(":")
        if line.startswith("["):
            section, names = line.strip(), []
        elif kind == "Format":
            names = [name.strip() for name in rest.split(",")]
        elif colon and not line.startswith(";"):
            values = rest.strip().split(",", len(names) - 1) if names else [rest.strip()]
            records.add(f"{section} {kind}", zip(names or [""], values, strict=False))
            texts += values[-1:] if kind == "Dialogue" else []
    return list(tags(texts)), records


def lyric_lines(lines: Sequence[str]) -> Found:
    records = Records()
    for line in lines:
        times, fact = LYRIC.findall(line[:500]), FACT.fullmatch(line[:500])
        if times:
            records.add("line with times", [*(("time", time) for time in times), ("text", LYRIC.sub("", line))])
        elif fact:
            records.add(f"[{fact[1]}:]", [("", fact[2])])
        elif line.strip():
            records.add("line without a time", [("", line)])
    return [], records
