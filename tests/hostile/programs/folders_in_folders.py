"""Make folders in folders, deeper than any path may be long."""

import os

print("begun", flush=True)
for _ in range(3000):
    os.mkdir("d" * 50)
    os.chdir("d" * 50)
