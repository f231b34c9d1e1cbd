"""The line of a text that has what somebody looks for."""

from __future__ import annotations

import re
from collections.abc import Sequence

# No part of a longer word or number: 0.00 isn't in 10.00, nor 9 in 9.50.
WHOLE = r"(?<!\w)(?<!\d[.,]){}(?!\w)(?![.,]\d)"


def first(text: str, words: Sequence[str]) -> str:
    """The first line with all of `words`, whatever their case; if none has them whole, as parts of others; or empty."""
    lines = text.splitlines()
    for form in (WHOLE, "{}"):
        patterns = [re.compile(form.format(re.escape(word)), re.IGNORECASE) for word in words]
        if found := next((line for line in lines if all(one.search(line) for one in patterns)), ""):
            return found
    return ""
