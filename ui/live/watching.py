"""What of a run the page has to send again. A tab gets only what changed since it got something last."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from agent.report import Report
from storage.types import GOING_ON
from ui.live.following import Snapshot

Shown = Mapping[str, Any]
"""What one tab shows: the run, and of each part a mark that changes whenever the part does; plain JSON, with numbers
that a browser doesn't round."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A run as it is `now` (UTC). It `falls` where somebody watches how it ends."""

    snapshot: Snapshot
    now: datetime
    falls: bool = False


Draw = Callable[[Moment], str]


@dataclass(frozen=True, slots=True)
class Parts:
    """How each part of a run is drawn, by its name: some `always` anew, for time passes, some when what is known `of`
    the run is other than before, and its `log` when it is longer. `boxes` are told as updates in place of HTML."""

    always: Mapping[str, Draw]
    of: Mapping[str, Draw]
    log: Draw
    boxes: Mapping[str, Callable[[Report], Any]]

    @property
    def names(self) -> tuple[str, ...]:
        """What there may be among the parts of `changes`."""
        return (*self.always, "log", *self.of)

    def told(self, changed: Mapping[str, str], report: Report) -> dict[str, Any]:
        """What is sent of the parts that `changed`."""
        return {name: self.boxes[name](report) if name in self.boxes else html for name, html in changed.items()}


def changes(parts: Parts, snapshot: Snapshot, shown: Shown, now: datetime) -> tuple[dict[str, str], Shown]:
    """The parts that are to be shown anew, by name, and what is shown then."""
    if shown.get("run") != snapshot.summary.run_id:
        shown = {"run": snapshot.summary.run_id}
    moment = Moment(snapshot, now, falls=shown.get("status") in GOING_ON)
    made = _drawn(parts.always, moment)
    marks: dict[str, Any] = {
        "log": len(snapshot.events),
        "report": snapshot.report_seq,
        "status": snapshot.summary.status,
        "name": snapshot.name,
        "kept": snapshot.kept,
    }
    if any(shown.get(name) != marks[name] for name in ("report", "status", "name", "kept")):
        made |= _drawn(parts.of, moment)
    # Most stay as they are: what is sent costs the server and the browser more than what is made in vain, and a person
    # may be filling in the plan.
    marks |= {name: f"{hash(html):x}" for name, html in made.items()}
    changed = {name: html for name, html in made.items() if shown.get(name) != marks[name]}
    if shown.get("log") != marks["log"]:
        changed["log"] = parts.log(moment)
    return changed, {**shown, **marks}


def _drawn(parts: Mapping[str, Draw], moment: Moment) -> dict[str, str]:
    return {name: draw(moment) for name, draw in parts.items()}


def turned(snapshot: Snapshot, shown: Shown) -> bool:
    """Whether it began, ended, or is another run than the tab shows; another verdict of the same program is none."""
    before = shown.get("run"), _stage(shown.get("status"))
    return before != (snapshot.summary.run_id, _stage(snapshot.summary.status))


def _stage(status: str | None) -> str | None:
    return status if status is None or status in GOING_ON else "over"
