"""Send datagrams to the internet and to everybody in the local network."""

import socket

from attempt import attempt

sender = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
sender.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
for address in [("1.1.1.1", 53), ("8.8.8.8", 123), ("255.255.255.255", 67), ("224.0.0.251", 5353), ("172.17.0.1", 53)]:
    attempt(f"send to {address}", sender.sendto, b"x", address)
