"""Fill the kernel's buffers through pipes and sockets."""

import os
import socket

print("begun", flush=True)
held = []
try:
    while True:
        pair = socket.socketpair()
        held.append((pair, os.pipe()))
        pair[0].setblocking(False)
        os.set_blocking(held[-1][1][1], False)
        for write in (pair[0].send, lambda data: os.write(held[-1][1][1], data)):
            try:
                while True:
                    write(b"x" * 65536)
            except BlockingIOError:
                pass
except OSError as error:
    print(error)
