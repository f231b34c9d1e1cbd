"""Leave a process that lets the wanted file grow while it is read."""

import os

if os.fork() == 0:
    os.setsid()
    with open("wanted", "ab", buffering=0) as file:
        while True:
            try:
                file.write(b"x" * 65536)
                if file.tell() > 2**20:
                    file.truncate(0)
            except OSError:
                pass
