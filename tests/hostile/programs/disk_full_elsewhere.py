"""Fill the temporary folder and the shared memory with files."""

import time

print("begun", flush=True)
for folder in ("/tmp", "/dev/shm"):
    number = 0
    try:
        while True:
            with open(f"{folder}/file{number}", "wb") as file:
                file.write(b"x" * 2**20)
            number += 1
    except OSError as error:
        print(error, flush=True)
time.sleep(0.3)
