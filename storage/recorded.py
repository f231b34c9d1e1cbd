"""A finished run as a file: a line for what was asked for, one for each event, and one for each thing that came out."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from agent.events import CheckProgressed, Event, ModelText, StartsShown
from storage.serialize import from_json, request_from_json, request_to_json, to_json
from storage.store import Store
from storage.types import RecordedRun

PASSING = (ModelText, CheckProgressed)
"""What says nothing any more once a run is over: later events hold what came of it."""


def write_run(store: Store, run_id: str, path: Path) -> None:
    """Write the run `run_id` of `store` to the file `path`. Raises `UnknownRun` and `StorageError`."""
    lines = list(_lines(store, run_id))
    path.write_text("".join(f"{line}\n" for line in lines), encoding="ascii", newline="\n")


def _lines(store: Store, run_id: str) -> Iterator[str]:
    created = json.dumps(store.run(run_id).created.isoformat())
    yield f'{{"run":"{run_id}","created":{created},"request":{request_to_json(store.request(run_id))}}}'
    contents: dict[str, bytes] = {}
    for stored in store.events(run_id):
        if isinstance(stored.event, StartsShown):
            contents.update(stored.event.contents)
        if not isinstance(stored.event, PASSING):
            yield f'{{"time":"{stored.time.isoformat()}","event":{to_json(stored.event)}}}'
    for digest, content in sorted(contents.items()):
        yield json.dumps({"digest": digest, "content": b64encode(content).decode()})


def read_run(path: Path) -> RecordedRun:
    """The run that `write_run` wrote to `path`. Raises `OSError`, and `UnreadableEvent` where it is damaged."""
    first, *others = map(json.loads, path.read_text(encoding="ascii").splitlines())
    return RecordedRun(
        first["run"],
        datetime.fromisoformat(first["created"]),
        request_from_json(json.dumps(first["request"])),
        tuple((datetime.fromisoformat(one["time"]), _event(one)) for one in others if "event" in one),
        {one["digest"]: b64decode(one["content"]) for one in others if "content" in one},
    )


def _event(line: dict[str, object]) -> Event:
    return from_json(json.dumps(line["event"]))
