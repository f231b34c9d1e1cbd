"""Enter the namespaces of other processes."""

import glob
import os

from attempt import attempt, syscall

for path in glob.glob("/proc/[0-9]*/ns/*"):
    attempt(f"enter {path}", lambda path: syscall("setns", os.open(path, os.O_RDONLY), 0), path)
