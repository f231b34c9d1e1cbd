"""The machine's engine, as if it had no control groups: it says so, and drops what it can't hold without a word."""

from __future__ import annotations

import re

from tests.fakes.engine_proxy import EngineProxy

SAID = re.compile(rb'("(?:MemoryLimit|SwapLimit|PidsLimit|CpuCfsQuota)":)true')
ASKED = re.compile(rb'"(?:Memory|MemorySwap|PidsLimit|NanoCpus)": ([1-9]\d*)')


class LimitlessEngine(EngineProxy):
    """What is changed keeps its length, for the messages begin with it: `null` is what no engine says, but as false."""

    def changed(self, data: bytes) -> bytes:
        return ASKED.sub(
            lambda asked: asked[0].replace(asked[1], b"0".rjust(len(asked[1]))), SAID.sub(rb"\1null", data)
        )
