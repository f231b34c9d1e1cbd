"""What a started program takes for random: the same at each start, however it asks."""

from __future__ import annotations

import contextlib
import os
import random
import sys
from collections.abc import Iterator
from random import Random
from typing import Any

HOLDERS = {"os": ("urandom", "getrandom"), "random": ("_urandom", "seed")}


@contextlib.contextmanager
def held(seed: int) -> Iterator[None]:
    """Hold it still as `install` does, as long as the block."""
    kept = [(vars(sys.modules[module]), name) for module, names in HOLDERS.items() for name in names]
    before = [(space, name, space[name]) for space, name in kept if name in space]
    seeding, state = Random.seed, random.getstate()
    try:
        install(seed)
        yield
    finally:
        for space, name, value in before:
            space[name] = value
        Random.seed = seeding  # type: ignore[method-assign]
        random.setstate(state)


def install(seed: int) -> None:
    """Let all that the system takes for random come from `seed`: what is seeded with nothing, what nobody can foresee
    (`secrets`, `uuid4`, `SystemRandom`), and numpy, which asks `secrets`."""
    source, seeding = Random(f"system {seed}"), Random.seed  # noqa: S311  (nothing here is a secret)

    def bytes_of(size: int, flags: int = 0) -> bytes:
        return source.randbytes(size)

    def seeded(self: Any, a: Any = None, version: int = 2) -> None:
        seeding(self, source.getrandbits(128) if a is None else a, version)

    os.urandom = vars(random)["_urandom"] = bytes_of
    if hasattr(os, "getrandom"):
        os.getrandom = bytes_of
    Random.seed = seeded  # type: ignore[method-assign]
    random.seed = random._inst.seed
    random.seed(seed)
    if numbers := sys.modules.get("numpy.random"):  # else it is seeded as it is imported
        numbers.seed(seed % 2**32)
