"""Have the kernel send the signals of a pipe to the runner."""

import fcntl
import os
import time

from attempt import others

reading, writing = os.pipe()
print("begun", flush=True)
for pid in others():
    try:
        fcntl.fcntl(reading, fcntl.F_SETOWN, pid)
        fcntl.fcntl(reading, fcntl.F_SETFL, os.O_ASYNC | os.O_NONBLOCK)
        os.write(writing, b"x")
    except OSError:
        pass
time.sleep(0.2)
