"""Leave a daemon that forks and ends without pause, so that its process id never holds still."""

import os

if os.fork() == 0:
    os.setsid()
    while True:
        try:
            if os.fork():
                os._exit(0)
        except OSError:
            pass
