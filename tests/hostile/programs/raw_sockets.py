"""Open sockets that see or forge any packet."""

import socket

from attempt import attempt

for kind, number in (("ICMP", socket.IPPROTO_ICMP), ("raw", socket.IPPROTO_RAW), ("TCP", socket.IPPROTO_TCP)):
    attempt(f"open a raw socket for {kind}", socket.socket, socket.AF_INET, socket.SOCK_RAW, number)
attempt("open a packet socket", socket.socket, socket.AF_PACKET, socket.SOCK_RAW, socket.htons(3))
