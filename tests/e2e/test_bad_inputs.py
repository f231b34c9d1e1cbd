"""Every bad input ends with a clear answer and the right exit code, and never with a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.bad_inputs import SITUATIONS, Situation

pytestmark = pytest.mark.docker


@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda situation: situation.name)
def test_the_answer_is_clear(situation: Situation, tmp_path: Path) -> None:
    ended = situation.run(tmp_path)
    said = " ".join((ended.stdout + ended.stderr).split())
    assert ended.code == situation.code, said
    assert situation.says.lower() in said.lower()
    assert "Traceback" not in said
