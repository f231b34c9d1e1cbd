"""Wait for ever on a FIFO that nobody opens."""

import os

print("begun", flush=True)
os.mkfifo("pipe")
os.open("pipe", os.O_RDONLY)
