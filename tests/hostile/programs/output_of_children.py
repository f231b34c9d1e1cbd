"""Let a child write without end after its parent has ended."""

import os

print("begun", flush=True)
if os.fork() == 0:
    os.setsid()
    while True:
        os.write(1, b"x" * 65536)
