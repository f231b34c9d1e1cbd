"""Put a FIFO, a socket, a folder and odd names where files are read back from."""

import os
import socket

os.mkfifo("wanted")
os.mkdir("folder")
os.mkfifo("folder/passwd")
socket.socket(socket.AF_UNIX).bind("environ")
os.makedirs("loop/loop")
for name in (b"wanted\n", b"wanted\xff", b" wanted", b"wanted\\" * 30):
    open(name, "w").close()
