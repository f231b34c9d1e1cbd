"""Fill the memory of many children that each stay small, and forgo being killed first."""

import os
import time

try:
    with open("/proc/self/oom_score_adj", "w") as file:
        file.write("0")
except OSError as error:
    print(error)
print("begun", flush=True)
while True:
    try:
        if os.fork() == 0:
            held = b"x" * 25 * 2**20
            time.sleep(1000)
    except (OSError, MemoryError):
        pass
