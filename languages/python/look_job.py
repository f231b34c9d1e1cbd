"""Runs inside the sandbox: says of each file named as an argument what it is and how it begins.

Prints a line of JSON for each, {"path", "sort", "excerpt"}, where `sort` is a sentence as `message.py` reads it. A file
may be made to do harm to whoever reads it, so each is looked at in a process of its own, which ends with it.
"""

from __future__ import annotations

import sys

from look.apart import look_apart  # type: ignore[import-not-found]

if __name__ == "__main__":
    for name in sys.argv[1:]:
        look_apart(name)
