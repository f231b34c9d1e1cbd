"""The slots of a program: a place for each kind of file that it takes, onto which a person drops their own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import gradio as gr

from agent.errors import BadFiles
from agent.handover import takes_files
from agent.inputs import Given, as_code, read_inputs
from agent.report import Report
from languages.slots import YOURS, Slot, slots_of
from languages.types import DEFAULT
from translation import here
from ui.base.look import Updates, build_html
from ui.base.templating import render
from ui.form.changing import free_path
from ui.form.files import Upload, build_upload

MOST = 4
"""Slots that are shown of a program; the last one takes all that has none of its own."""


@dataclass(frozen=True, slots=True)
class SlotFields:
    """The fields of one slot: all of it, what belongs there, and what was dropped."""

    row: gr.Column
    head: gr.HTML
    dropped: Upload


@dataclass(frozen=True, slots=True)
class Brought:
    """The files that a person dropped, by the paths that they are called, and of those on a slot of one file where it
    lies."""

    files: Mapping[str, bytes]
    places: Mapping[str, str]


def build_slots() -> tuple[SlotFields, ...]:
    """Put the slots into the column that is being built."""
    return tuple(map(_build_slot, range(1, MOST + 1)))


def outputs_of(slots: Sequence[SlotFields]) -> list[Any]:
    """Everything that `fitted` changes."""
    return [part for one in slots for part in (one.row, one.head, one.dropped)]


def fitted(slots: Sequence[SlotFields], report: Report) -> Updates:
    """The slots that this program has, empty; the others aren't seen."""
    updates: Updates = {}
    known = shown_slots(report)
    for place, fields in enumerate(slots):
        slot = known[place] if place < len(known) else None
        label = here().text(slot.label if slot else YOURS)
        updates |= {
            fields.row: gr.Column(visible=slot is not None),
            fields.head: render("slot", slot=slot) if slot else "",
            fields.dropped: gr.File(None, label=label),
        }
    return updates


def shown_slots(report: Report) -> Sequence[Slot]:
    """The slots of the chosen program, as many as there is room for."""
    if not report.chosen:
        return ()
    given = tuple(file.path for file in report.request.files) if report.request else ()
    started_with = [path for start in report.outcome.starts for path in start.given]
    slots = slots_of(given, report.chosen.source, started_with, takes_files(report))
    if len(slots) <= MOST:
        return slots
    rest = tuple(path for slot in slots[MOST - 1 :] for path in slot.files)
    return (*slots[: MOST - 1], Slot(YOURS, files=rest))


def brought_to(report: Report, dropped: Sequence[Sequence[Given]]) -> Brought:
    """What was dropped onto the slots, in their order. Raises `BadFiles`."""
    files: dict[str, bytes] = {}
    places: dict[str, str] = {}
    task, language = (report.request.task, report.request.language) if report.request else ("", DEFAULT)
    for slot, given in zip(shown_slots(report), dropped, strict=False):
        taken = read_inputs(given or (), task, language)
        if taken.code:
            raise BadFiles(as_code(taken.code[0]))
        named = {free_path(path, files): content for path, content in taken.files.items()}
        files |= named
        if slot.place and len(named) == 1:
            places |= dict.fromkeys(named, slot.place)
    return Brought(files, places)


def _build_slot(number: int) -> SlotFields:
    with gr.Column(visible=False, elem_classes="slot") as row:
        head = build_html(f"slot-head-{number}")
        dropped = build_upload(YOURS, f"slot-{number}")
    return SlotFields(row, head, dropped)
