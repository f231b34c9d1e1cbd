"""Fork in every process for ever."""

import os

print("begun", flush=True)
while True:
    try:
        os.fork()
    except OSError:
        pass
