"""Connect to machines on the internet, in the local network and on this host."""

import socket

from attempt import attempt

ADDRESSES = ["1.1.1.1", "8.8.8.8", "10.0.0.1", "192.168.0.1", "172.17.0.1", "172.17.0.2", "127.0.0.1", "127.0.0.53"]
for address in ADDRESSES:
    for port in (22, 53, 80, 443, 2375, 7860, 11434):
        attempt(f"connect to {address}:{port}", socket.create_connection, (address, port), 0.2)
