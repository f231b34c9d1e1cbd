"""Make empty files until there is no room for another, or no time."""

import os

print("begun", flush=True)
number = 0
try:
    while True:
        os.mknod(f"file{number}")
        number += 1
except OSError as error:
    print(error)
