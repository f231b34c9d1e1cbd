"""Connect by IPv6, and to every neighbour there is."""

import socket

from attempt import attempt

for address in ("2606:4700:4700::1111", "::1", "fd00:ec2::254", "ff02::1", "fe80::1"):
    with socket.socket(socket.AF_INET6) as stream:
        stream.settimeout(0.2)
        attempt(f"connect to {address}", stream.connect, (address, 80))
