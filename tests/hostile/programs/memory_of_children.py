"""Fill the memory of many children, each below its own limit."""

import os
import time

print("begun", flush=True)
while True:
    try:
        if os.fork() == 0:
            held = b"x" * 90 * 2**20
            time.sleep(1000)
    except (OSError, MemoryError):
        pass
