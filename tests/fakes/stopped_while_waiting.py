"""Waits for something under limits of 3 s, and tells what came of it: `python stopped_while_waiting.py`."""

import json
import queue
import threading
import time

import awake
from cancel import Cancel

SECONDS = 4.3
"""After which it comes: only who was stopped meanwhile can have waited for it."""

awake.now = awake.Clock(look_seconds=0.05, gap_seconds=0.5).now
source: queue.SimpleQueue[str] = queue.SimpleQueue()
began, clock = awake.now(), time.monotonic()


def put() -> None:
    while time.monotonic() - clock < SECONDS:
        time.sleep(0.01)
    source.put("it")


with Cancel().limited(3, "time is up") as limit:
    threading.Thread(target=put).start()
    print("waiting", flush=True)  # noqa: T201
    got = awake.get(source, 3)
    told = {"got": got, "limit": limit.reason, "awake": awake.now() - began, "clock": time.monotonic() - clock}
    print(json.dumps(told), flush=True)  # noqa: T201
