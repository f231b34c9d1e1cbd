"""End the main thread while others go on for ever."""

import threading


def forever():
    while True:
        pass


print("begun", flush=True)
for _ in range(4):
    threading.Thread(target=forever).start()
