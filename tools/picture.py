"""Draws the README's picture: the demo with the repair, as it looks in a terminal.

python -m tools.picture docs/demo.svg
"""

from __future__ import annotations

import io
import sys

from rich.console import Console

from agent.models.demo import recordings
from agent.types import Request
from cancel import Cancel
from cli.live import LiveView
from engines.assembly import execute
from engines.sandboxes import Sandboxes
from settings import Settings


def main(target: str) -> None:
    """Run the demo and save what the terminal shows as SVG."""
    console = Console(record=True, width=118, file=io.StringIO(), force_terminal=True, highlight=False)
    recording = next(recording for recording in recordings() if "is mended" in recording.title)
    view = LiveView(console)  # not entered: a picture needs no line that moves
    for event in execute(Settings(), Sandboxes(Settings()), Request(recording.task, "demo", "demo"), {}, Cancel()):
        view.show(event)
    console.save_svg(target, title="python app.py solve … --model demo")


if __name__ == "__main__":
    main(sys.argv[1])
