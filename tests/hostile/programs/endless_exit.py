"""Loop for ever in a handler at the exit."""

import atexit


@atexit.register
def forever():
    while True:
        pass


print("begun", flush=True)
