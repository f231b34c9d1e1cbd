"""Read the files, memory and streams of the other jobs of this sandbox."""

import glob
import os

from attempt import attempt, read

own = os.path.dirname(os.getcwd())
attempt("list the jobs", os.listdir, os.path.dirname(own))
for number in range(1, 200):
    folder = os.path.join(os.path.dirname(own), str(number))
    if folder != own and os.path.exists(folder):
        attempt(f"list {folder}", os.listdir, folder)
        attempt(f"read a file in {folder}", read, f"{folder}/files/secret")
        attempt(f"write in {folder}", open, f"{folder}/files/trace", "w")
for name in glob.glob("/proc/[0-9]*"):
    if name != f"/proc/{os.getpid()}":
        attempt(f"open the output of {name}", open, f"{name}/fd/1")
        attempt(f"pass through {name}/cwd", os.listdir, f"{name}/cwd/")
        attempt(f"pass through {name}/root", os.listdir, f"{name}/root/")
