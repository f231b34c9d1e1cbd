"""Leave many daemons that adopt each other's orphans."""

import ctypes
import os
import time

for _ in range(5):
    if os.fork() == 0:
        os.setsid()
        ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)
        for _ in range(3):
            if os.fork() == 0:
                os.setsid()
                time.sleep(1000)
        time.sleep(1000)
