"""Make a program that lends root's rights, and run it."""

import os
import shutil
import subprocess

from attempt import attempt, must_hold

shutil.copy("/bin/sh", "shell")
attempt("give the file to root", os.chown, "shell", 0, 0) if os.getuid() else None
os.chmod("shell", 0o6755)
ended = subprocess.run(["./shell", "-c", "grep -E '^Uid|^CapEff' /proc/self/status"], capture_output=True, text=True)
uids = {word for line in ended.stdout.splitlines() if line.startswith("Uid") for word in line.split()[1:]}
must_hold(f"the program runs as root: {ended.stdout}", uids == {str(os.getuid())})
