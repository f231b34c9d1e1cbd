"""Read files of the machine's users, and one that was put there for this test."""

import glob
import os
import sys

from attempt import attempt, read

HOMES = ["/root/.ssh", "/root/.bash_history", "/root/.docker/config.json", "/root/.local/share/assay"]
for path in [sys.argv[1], "/etc/shadow", "/proc/1/root/etc/shadow", "/proc/self/root/../../etc/shadow"]:
    attempt(f"read {path}", read, path)
for path in [*HOMES, *glob.glob("/home/*"), *glob.glob("/var/log/*.log"), "/var/lib/docker", "/mnt", "/media", "/srv"]:
    attempt(
        f"find something in {path}", lambda path: os.listdir(path)[0] if os.listdir(path) else os.stat("/none"), path
    )
