"""The events of the runs that somebody looks at, read once however many tabs ask for them."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from agent.events import ModelText, ResultVouched, RunFinished
from agent.report import Report
from storage.errors import UnknownRun
from storage.store import Store
from storage.types import RunSummary, StoredEvent
from ui.base.templating import short_title
from ui.live.known import NOTHING_YET, Known, known_after
from ui.live.usual import usual_time
from ui.live.versions import Version, versions_of
from ui.live.writing import NOTHING, Writing, going_on
from wording import printable

REMEMBERED = 8
MOST_COUNTED = 50
LONGEST_NAME = 50


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A run as far as it has come. `report_seq` is the number of the last event that changed `report`, `usually` is
    how long runs took before, see `usual_time`. `name` is what its program is called, empty as long as nobody has named
    it; it may be `kept` on the shelf. `ahead` is how many runs come before one that waits for its turn, and `writing`
    what is known of tests that a model still writes. Of the `versions` of its program the `present` one, that which it
    goes on from, is used as long as this run has none of its own."""

    summary: RunSummary
    events: Sequence[StoredEvent]
    known: Known = NOTHING_YET
    report_seq: int = 0
    usually: str = ""
    ahead: int = 0
    writing: Writing = NOTHING
    name: str = ""
    kept: bool = False
    versions: tuple[Version, ...] = ()
    present: Snapshot | None = None

    @property
    def report(self) -> Report:
        """What they add up to."""
        return self.known.report

    @property
    def finished(self) -> bool:
        """True once nothing more will come."""
        return not self.summary.going_on


class Following:
    """Snapshots of runs by their id. Only what is new is read from the store. Safe to use from any thread."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._known: OrderedDict[str, Snapshot] = OrderedDict()

    def snapshot(self, run_id: str) -> Snapshot:
        """The run as it is now. Raises `UnknownRun`, and `StorageError` where it can't be read."""
        # Looked at before the events: a run that is finished here has all of them stored.
        summary = self._store.run(run_id)
        ahead = self._ahead(summary) if summary.status == "queued" else 0
        with self._lock:
            known = self._known.pop(run_id, None) or self._first(summary)
            newer = self._newer(known, summary)
            kept = self._kept_as(summary) if newer.finished else []
            name = self._name(newer, kept)
            self._known[run_id] = snapshot = replace(newer, ahead=ahead, name=name, kept=bool(kept))
            if len(self._known) > REMEMBERED:
                self._known.popitem(last=False)
        present = self._present(snapshot)
        name = snapshot.name or (present.name if present else "")
        return replace(snapshot, name=name, versions=versions_of(self._store, run_id), present=present)

    def _kept_as(self, summary: RunSummary) -> Sequence[str]:
        """By which names its program is kept, also where this run only checked it once more."""
        again = summary.rechecked
        return self._store.kept_as(summary.run_id) or (self._store.kept_as(again) if again else [])

    def _present(self, snapshot: Snapshot) -> Snapshot | None:
        """The version that the run goes on from, as long as it has no program of its own."""
        if snapshot.finished and snapshot.report.chosen:
            return None
        request = snapshot.report.request or self._store.request(snapshot.summary.run_id)
        try:
            return self.snapshot(request.earlier.run_id) if request.earlier and request.earlier.run_id else None
        except UnknownRun:  # it was deleted
            return None

    def _ahead(self, summary: RunSummary) -> int:
        waiting = self._store.runs(MOST_COUNTED, statuses=["queued"])
        return sum(run.created < summary.created for run in waiting)

    def _name(self, snapshot: Snapshot, kept: Sequence[str]) -> str:
        """The name that the person gave its program, or by which it is `kept`, or the one that it goes on from; else
        that of its plan, or once it is there how its task begins."""
        request, brief = snapshot.report.request, snapshot.report.brief
        planned = printable(brief.name) if brief else ""
        if not (snapshot.finished and snapshot.report.chosen):
            return planned
        before = request.earlier.run_id if request and request.earlier else ""
        if snapshot.report.named:
            return printable(snapshot.report.named)
        names = kept or (self._store.kept_as(before) if before else [])
        return next(iter(names), planned or short_title(snapshot.summary.task, LONGEST_NAME))

    def _first(self, summary: RunSummary) -> Snapshot:
        return Snapshot(summary, (), usually=usual_time(self._store, summary.model) if summary.going_on else "")

    def _newer(self, before: Snapshot, summary: RunSummary) -> Snapshot:
        new = self._store.events(summary.run_id, before.events[-1].seq if before.events else 0)
        events = (*before.events, *new)
        telling = [stored.seq for stored in new if not isinstance(stored.event, ModelText)]
        known = known_after(new, before.known)
        said, language = (stored.event for stored in new), known.report.language
        return replace(
            before,
            summary=_settled(summary, events),
            events=events,
            known=known,
            report_seq=telling[-1] if telling else before.report_seq,
            writing=going_on(before.writing, said, language) if language else NOTHING,
        )


def _settled(summary: RunSummary, events: Sequence[StoredEvent]) -> RunSummary:
    """`summary` as it was read, unless the end came between it and the events."""
    last = events[-1].event if events else None
    verdict = last.verdict if isinstance(last, ResultVouched) else last
    return replace(summary, status=verdict.status) if isinstance(verdict, RunFinished) else summary
