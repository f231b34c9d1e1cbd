"""Kill all that can be killed in one call."""

import os
import signal

print("begun", flush=True)
for _ in range(100):
    try:
        os.kill(-1, signal.SIGSTOP)
        os.kill(-1, signal.SIGKILL)
    except OSError:
        pass
