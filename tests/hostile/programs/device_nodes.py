"""Make nodes of the machine's disks and memory, and open them."""

import os
import stat

from attempt import attempt


def make_and_open(name, kind, major, minor):
    os.mknod(name, kind | 0o600, os.makedev(major, minor))
    os.open(name, os.O_RDONLY)


NODES = {"disk": (stat.S_IFBLK, 8, 0), "virtual disk": (stat.S_IFBLK, 254, 0), "memory": (stat.S_IFCHR, 1, 1)}
for name, node in NODES.items():
    attempt(f"open the {name}", make_and_open, name, *node)
