"""Block every signal and sleep."""

import signal
import time

signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
print("begun", flush=True)
while True:
    time.sleep(1000)
