"""Map anonymous memory and touch every page."""

import mmap

print("begun", flush=True)
held = []
try:
    while True:
        held.append(mmap.mmap(-1, 2**24))
        held[-1].write(b"x" * 2**24)
except (OSError, MemoryError):
    held.clear()
    print("MemoryError")
