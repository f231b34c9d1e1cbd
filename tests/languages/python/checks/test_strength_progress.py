from __future__ import annotations

from languages.checks import Progress
from languages.python.checks.strength_progress import PHASES, progress_reader, with_counts

COUNTED = "\r⠙ {}/12  🎉 2 🫥 0  ⏰ 0  🤔 0  🙁 {}  🔇 0  🧙 0"


def test_what_was_counted_stays_while_it_is_said_what_comes_next() -> None:
    told: list[Progress] = []
    read = progress_reader(with_counts(told.append))
    for text in (
        "\r⠋ Generating mutants\r⠋ Generating mutants",
        "\r⠙ Running stats",
        f"{COUNTED.format(2, 0)}{COUNTED.format(3, 1)}\n[again 0/0]\n",
        "nothing of it\n[telling 1/2]\n",
    ):
        read(text)
    assert told == [
        Progress(0, 0, now=PHASES["Generating mutants"]),
        Progress(0, 0, now=PHASES["Running stats"]),
        Progress(3, 12, 2, 1),
        Progress(3, 12, 2, 1, PHASES["again"]),
        Progress(3, 12, 2, 1, f"{PHASES['telling']} (1 of 2 known)"),
    ]
