"""What models say to themselves, in replies that are no code; of code `python/reply/text.py` takes it out."""

from __future__ import annotations

import re

_THOUGHTS = re.compile(r"<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL)


def without_thoughts(reply: str) -> str:
    """The reply without what stands between tags for thinking."""
    return _THOUGHTS.sub("", reply)
