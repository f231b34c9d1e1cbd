"""What no test looks at, in words, as a planted mistake shows that nobody noticed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from languages.python.checks.mutation_words import NOT_KNOWN, Parameters, by_name, first_other, given
from languages.python.runner.mutation.plantable import function_of
from message import say

LONGEST = 80  # characters of a line
_CHANGED = re.compile(r"^[-+](?![-+]{2})(.*)$", re.MULTILINE)


def unwatched(missed: Mapping[str, Any], parameters: Parameters = NOT_KNOWN) -> str:
    """A sentence about one that `mutation_job.py` tells of."""
    name = function_of(missed["name"])
    if "lines" not in missed:
        where = say("No test reaches `%(name)s`.", name=name) if missed["status"] == "no_tests" else ""
        return where or _depends(missed["diff"], name)
    lines = missed["lines"]
    if lines[-1].startswith("program.start("):
        return _in_start(missed, lines)
    what = by_name(lines[0], parameters) if len(lines) == 1 else ""
    if what:
        return say("No test calls `%(name)s` with %(values)s, or with others that show this.", name=name, values=what)
    return say("No test tries %(calls)s, or what else shows this.", calls=given(lines))


def _in_start(missed: Mapping[str, Any], lines: Sequence[str]) -> str:
    yours, changed = missed["yours"], missed["changed"]
    if "error" in changed:
        return say("No test has %(start)s, with which this ends in an error.", start=given(lines))
    if yours.get("exit_code") != changed.get("exit_code"):
        return say("No test looks at how %(start)s ends.", start=given(lines))
    if yours.get("text") == changed.get("text"):
        return say("No test looks at all that is in the files that %(start)s leaves.", start=given(lines))
    _, line = first_other(changed.get("text", ""), yours.get("text", ""))
    if not line:
        return say("No test looks whether more is shown than it should be, as after %(start)s.", start=given(lines))
    return say("No test looks at the line %(line)s, as after %(start)s.", line=line, start=given(lines))


def _depends(diff: str, name: str) -> str:
    """By the line that was changed, which nothing else is known of."""
    line = next((found[1].strip() for found in _CHANGED.finditer(diff) if found[0].startswith("-")), "")
    line = line if len(line) <= LONGEST else f"{line[:LONGEST]}…"
    if not line:
        return say("No test depends on all of `%(name)s`.", name=name)
    return say("No test of `%(name)s` depends on this line: %(line)s", name=name, line=line)
