"""Stop this process by SIGSTOP."""

import os
import signal

print("begun", flush=True)
os.kill(os.getpid(), signal.SIGSTOP)
