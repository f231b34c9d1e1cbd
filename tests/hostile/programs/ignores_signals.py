"""Ignore every signal that can be ignored, and loop."""

import signal

for number in signal.valid_signals():
    try:
        signal.signal(number, signal.SIG_IGN)
    except OSError:
        pass
print("begun", flush=True)
while True:
    pass
