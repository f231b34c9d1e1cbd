"""What models say to themselves, in replies that are no code; of code `python/reply/text.py` takes it out."""

from __future__ import annotations

import re

_THOUGHTS = re.compile(r"<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL)
_END = re.compile(r"</think(?:ing)?>")


def without_thoughts(reply: str) -> str:
    """The reply without what stands between tags for thinking."""
    ends = [end.end() for end in _END.finditer(reply)]
    last = ends[-1] if ends else 0  # behind which each tag that is never closed would be looked for to the end
    return _THOUGHTS.sub("", reply[:last]) + reply[last:]
