"""How a benchmark shows what it measured."""

from __future__ import annotations

from collections.abc import Sequence


def print_table(headings: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Print a table in Markdown: the first column to the left, all others to the right."""
    print()
    _print_row(headings)
    _print_row(["---", *["---:"] * (len(headings) - 1)])
    for row in rows:
        _print_row(row)
    print(flush=True)


def _print_row(cells: Sequence[object]) -> None:
    print("| " + " | ".join(str(cell) for cell in cells) + " |")
