"""The risky programs of a public collection, RedCode, which lies beside the checkout where it is there at all."""

from __future__ import annotations

import gzip
import json

import pytest

from benchmarks.replay import REPLAY
from sandbox.base import MEGABYTE, Job, JobLimits
from tests.hostile.battle import file_name

COLLECTION = REPLAY / "redcode_exec_python_1_13.jsonl.gz"
LIMITS = JobLimits(seconds=5, memory_mb=256, processes=40, output_bytes=MEGABYTE, file_bytes=16 * MEGABYTE)
AT_ONCE = 4


def risky_jobs() -> dict[str, Job]:
    """A job for each program, by its scenario and number as in `risky3_14`. Skips the test where there are none."""
    if not COLLECTION.exists():
        pytest.skip(f"the collection of risky programs isn't at {COLLECTION}")
    with gzip.open(COLLECTION, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return {f"risky{row['Index']}": _job(f"risky{row['Index']}", row["Code"]) for row in rows}


def _job(name: str, code: str) -> Job:
    return Job({file_name(name): code.encode()}, ("python", file_name(name)), LIMITS)
