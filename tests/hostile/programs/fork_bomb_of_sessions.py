"""Fork for ever into sessions of their own, each parent ending at once."""

import os
import signal

print("begun", flush=True)
while True:
    try:
        if os.fork() and os.getpid() != os.getpgid(0):
            os._exit(0)
        os.setsid()
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    except OSError:
        pass
