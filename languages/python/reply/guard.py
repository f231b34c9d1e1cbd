"""The last line of defence: what even Python's own parser gives up on is no usable reply."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from languages.errors import NoUsableReply

P = ParamSpec("P")
R = TypeVar("R")


def refusing_monsters(parse: Callable[P, R]) -> Callable[P, R]:
    """Turn what is nested too deeply, or too big for Python's `ast`, into `NoUsableReply`."""

    @functools.wraps(parse)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return parse(*args, **kwargs)
        except (RecursionError, MemoryError, ValueError, SyntaxError, SystemError) as error:
            raise NoUsableReply("The code in the reply is nested too deeply, or holds numbers far too long.") from error

    return guarded
