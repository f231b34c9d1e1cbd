"""The log of a run: one entry for each thing that happened, as a short tail for the page and whole as text."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

from agent import events as ev
from agent.types import Role
from storage.types import StoredEvent
from translation import here
from ui.telling.entry import Entry, Fold
from ui.telling.log_entries import entry_of
from ui.telling.model_entries import answer_entry
from wording import clock, cut, printable

MOST_ENTRIES = 200
MOST_CHARACTERS = 60_000
LONGEST_ANSWER = 8_000
LONGEST_FOLD = 6_000


# Why: docs/decisions.md, "A page asks for what is new of its run, past Gradio's events"
def tail(events: Sequence[StoredEvent]) -> tuple[list[Entry], bool]:
    """The newest entries, the oldest of them first, and whether older ones were left out.

    However long the run: it looks at no more events than it needs for the page.
    """
    if not events:
        return [], False
    entries: list[Entry] = []
    room = MOST_CHARACTERS
    for entry in map(_bounded, _entries_backwards(events, LONGEST_ANSWER)):
        if len(entries) == MOST_ENTRIES or (entries and entry.size > room):
            return entries[::-1], True
        entries.append(entry)
        room -= entry.size
    return entries[::-1], False


def as_text(events: Sequence[StoredEvent]) -> str:
    """The whole log as plain text, with everything that the page folds away or leaves out."""
    if not events:
        return ""
    entries = list(_entries_backwards(events))
    return "\n".join(_entry_text(entry) for entry in reversed(entries))


def _entries_backwards(events: Sequence[StoredEvent], longest: int = sys.maxsize) -> Iterator[Entry]:
    """All entries, the newest first. An answer stands where its first piece came, with at most `longest` characters.

    Answers of several attempts may stream at once, so that pieces of one stand between those of another.
    """
    start = events[0].time
    firsts: dict[int, list[int]] = {}
    seen: set[int] = set()
    for place in reversed(range(len(events))):
        stored = events[place]
        seconds = (stored.time - start).total_seconds()
        if not isinstance(stored.event, ev.ModelText):
            entry = entry_of(stored, seconds)
            if entry:
                yield entry
            continue
        if place not in seen:
            pieces = _pieces_of_answer(events, place)
            seen.update(pieces)
            firsts[pieces[-1]] = pieces
        if place in firsts:
            yield answer_entry(stored, seconds, stored.event, _text_of(events, firsts.pop(place), longest))


def _pieces_of_answer(events: Sequence[StoredEvent], place: int) -> list[int]:
    """The places of the pieces of the answer whose last one is at `place`, from that to the first.

    It begins where something else came of the same attempt.
    """
    last = events[place].event
    pieces = []
    while place >= 0:
        event = events[place].event
        if _stream(event) == _stream(last):
            pieces.append(place)
        elif getattr(event, "attempt", None) == getattr(last, "attempt", None):
            break
        place -= 1
    return pieces


def _text_of(events: Sequence[StoredEvent], pieces: Sequence[int], longest: int) -> str:
    """The text of an answer; of a very long one, the end."""
    text = "".join(event.text for place in reversed(pieces) if isinstance(event := events[place].event, ev.ModelText))
    left_out = max(0, len(text) - longest)
    if not left_out:
        return text
    note = here().gettext(
        "[... the first %(left_out)s characters are only in the log to download ...]", left_out=left_out
    )
    return f"{note}\n{text[left_out:]}"


def _bounded(entry: Entry) -> Entry:
    folds = tuple(Fold(fold.label, cut(fold.text, LONGEST_FOLD)) for fold in entry.folds)
    lines = tuple(cut(line, 500) for line in entry.lines[:50])
    return Entry(entry.seq, entry.seconds, entry.tone, cut(entry.title, 1000), lines, folds, entry.answer)


def _stream(event: ev.Event) -> tuple[Role, bool, int] | None:
    return (event.role, event.thinking, event.attempt) if isinstance(event, ev.ModelText) else None


def _entry_text(entry: Entry) -> str:
    text = here().text
    body = [*map(text, entry.lines), *(f"{text(fold.label)}:\n{fold.text}" for fold in entry.folds), entry.answer]
    lines = [f"    {line}" for part in body if part for line in printable(part).splitlines()]
    return "\n".join([f"[{clock(entry.seconds)}] {printable(text(entry.title))}", *lines])
