"""Runs inside the sandbox: says of each file named as an argument what it is and how it begins.

After `--whole`, all of it is shown, as far as one model can read it. Prints a line of JSON for each, {"path", "sort",
"excerpt"}, where `sort` is a sentence as `message.py` reads it. A file may be made to do harm to whoever reads it, so
each is looked at in a process of its own, which ends with it. Brings `look` along.
"""

from __future__ import annotations

import os
import sys

WHOLE = "--whole"

if __name__ == "__main__":
    names = sys.argv[1:]
    if names[:1] == [WHOLE]:
        os.environ["LOOK"] = names.pop(0)  # before the limits are read
    from languages.python.look.apart import look_apart

    for name in names:
        look_apart(name)
