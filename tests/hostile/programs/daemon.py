"""Leave a daemon: forked twice, in a session of its own, without streams, by another name."""

import os
import time

if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.chdir("/")
        os.closerange(0, 3)
        while True:
            time.sleep(0.01)
    os._exit(0)
os.wait()
