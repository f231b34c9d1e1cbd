"""Start threads for ever."""

import threading
import time

print("begun", flush=True)
while True:
    try:
        threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()
    except (RuntimeError, MemoryError):
        pass
