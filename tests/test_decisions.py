"""What the code says of why it is so leads to a decision that is written down."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
LINK = re.compile(r'# Why: docs/decisions\.md, "([^"]+)"')
PARTS = ("agent", "cli", "engines", "languages", "sandbox", "setup", "storage", "ui")


def test_each_reason_that_the_code_names_is_written_down() -> None:
    decisions = " ".join((ROOT / "docs/decisions.md").read_text(encoding="utf-8").split())
    files = [*ROOT.glob("*.py"), *(file for part in PARTS for file in (ROOT / part).rglob("*.py"))]
    named = [title for file in files for title in LINK.findall(file.read_text(encoding="utf-8"))]
    assert len(named) > 50
    assert [title for title in named if f"- **{title}" not in decisions] == []
