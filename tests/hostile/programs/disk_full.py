"""Fill the work folder with files."""

import time

number = 0
print("begun", flush=True)
try:
    while True:
        with open(f"file{number}", "wb") as file:
            file.write(b"x" * 2**20)
        number += 1
except OSError as error:
    print(error, flush=True)
time.sleep(0.3)
