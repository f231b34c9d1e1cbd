"""Fill memory until it is refused."""

import time

print("begun", flush=True)
held = []
try:
    while True:
        held.append(bytearray(b"x" * 2**22))
except MemoryError:
    print("MemoryError", flush=True)
time.sleep(0.5)
held.clear()
