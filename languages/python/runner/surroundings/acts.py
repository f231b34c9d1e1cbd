"""Runs inside the sandbox, beside `surroundings_job.py`: what the program did in a run, read from its notes."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

Act = tuple[str, str, str]
"""What is done, where, and to what."""

MOST = 50
SHOWING = {"cls", "clear", "start", "explorer", "explorer.exe", "open", "xdg-open", "title", "color", "mode", "chcp"}
SHOWING |= {"pause", "a browser", "stty", "tput", "say", "afplay"}
SHOWING |= {"clip", "pbcopy", "pbpaste", "xclip", "xsel", "wl-copy", "notify-send", "osascript", "attrib"}
"""What programs start to show or copy something, or to tell the person, by another name in each system."""
SHELLS = ("sh", "bash", "zsh", "cmd", "cmd.exe")


def read(notes: str) -> list[tuple[str, Act]]:
    """What the program did, with the test in which it did so."""
    test = ""
    found: dict[tuple[str, Act], None] = {}
    for line in notes.splitlines():
        what, where, to = json.loads(line)
        if what == "test":
            test = to
        elif what == "start":
            found[test, (what, "", _command(to))] = None
        else:
            found[test, (what, where, to if what in ("send", "missing") else Path(to).name)] = None
    return list(found)


def _command(line: str) -> str:
    """What is started, also by a shell."""
    words = line.split() or [""]
    if Path(words[0]).name in SHELLS and len(words) > 2:
        words = words[2:]
    return Path(words[0]).name or words[0]


def only_in(there: Sequence[tuple[str, Act]], here: Sequence[tuple[str, Act]]) -> list[Act]:
    """What the program does there and not here: to more files in the same test, for their names may tell of the day; to
    a person's own; with other hosts and programs."""
    usual = {_kind(act) for _, act in here}
    counts = Counter((test, act[:2]) for test, act in here)
    found = []
    for test, act in there:
        what, where, to = act
        if what == "missing":
            continue
        if what == "start":
            is_new = to not in SHOWING and _kind(act) not in usual
        elif where == "given":
            counts[test, act[:2]] -= 1
            is_new = counts[test, act[:2]] < 0
        else:
            is_new = _kind(act) not in usual
        if is_new:
            found.append(act)
    return list(dict.fromkeys(found))[:MOST]


def _kind(act: Act) -> tuple[str, str]:
    what, where, to = act
    return what, to if what in ("send", "start") else "home" if where == "own" else where
