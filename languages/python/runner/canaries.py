"""What a report is recognized by: secrets of one job, and two tests that go along with its own."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Secrets:
    """What only the runner and the plugin know: the mark of true records, and the canaries' names."""

    token: str
    failing: str
    passing: str

    @classmethod
    def fresh(cls) -> Secrets:
        return cls(secrets.token_hex(16), f"test_{secrets.token_hex(8)}", f"test_{secrets.token_hex(8)}")


def write_canaries(folder: Path, known: Secrets) -> Path:
    """Write the canaries' file into `folder`, under a random name, and return its path."""
    number = secrets.randbelow(10**9)
    tests = [
        f"def {known.failing}():\n    assert {number} == {number + 1}\n",
        f"def {known.passing}():\n    assert {number} == {number}\n",
    ]
    secrets.SystemRandom().shuffle(tests)
    path = folder / f"test_{secrets.token_hex(8)}.py"
    path.write_text("\n\n".join(tests))
    return path
