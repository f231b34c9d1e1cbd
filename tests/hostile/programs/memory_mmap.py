"""Raise the limit of memory as far as that is allowed, map anonymous memory and touch every page."""

import mmap
import resource

most = resource.getrlimit(resource.RLIMIT_AS)[1]
resource.setrlimit(resource.RLIMIT_AS, (most, most))
print("begun", flush=True)
held = []
try:
    while True:
        held.append(mmap.mmap(-1, 2**24))
        held[-1].write(b"x" * 2**24)
except (OSError, MemoryError):
    held.clear()
    print("MemoryError")
