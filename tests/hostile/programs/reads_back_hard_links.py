"""Make hard links to what isn't this program's own."""

import os

from attempt import attempt

for number, path in enumerate(["/etc/passwd", "/etc/hostname", "/usr/bin/env", "/proc/1/environ", "/dev/zero"]):
    attempt(f"link to {path}", os.link, path, f"link{number}")
open("own", "w").close()
os.link("own", "wanted")
