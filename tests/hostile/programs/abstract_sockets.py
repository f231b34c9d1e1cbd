"""Connect to the abstract sockets of the machine's services."""

import re
import socket

from attempt import attempt

NAMES = ["/tmp/.X11-unix/X0", "/tmp/dbus-session", "/containerd-shim/x.sock", "assay-hostile-suite"]
with open("/proc/net/unix") as file:
    names = [line.rpartition("@")[2].strip() for line in file if "@" in line]
for name in NAMES + [name for name in names if re.fullmatch(r"[\x20-\x7e]+", name)]:
    attempt(f"connect to @{name}", socket.socket(socket.AF_UNIX).connect, f"\0{name}")
