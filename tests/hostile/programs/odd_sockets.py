"""Reach the hypervisor, the kernel's cryptography and what else has sockets."""

import socket

from attempt import attempt


def vsock(cid):
    with socket.socket(socket.AF_VSOCK, socket.SOCK_STREAM) as stream:
        stream.settimeout(0.5)
        stream.connect((cid, 1024))


FAMILIES = {
    "X.25": 9,
    "RDS": 21,
    "CAN": 29,
    "TIPC": 30,
    "Bluetooth": 31,
    "crypto": 38,
    "KCM": 41,
    "QRTR": 42,
    "SMC": 43,
    "XDP": 44,
}
for name, family in FAMILIES.items():
    for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_RAW, socket.SOCK_SEQPACKET):
        attempt(f"open a socket for {name}", socket.socket, family, kind, 0)
attempt("open a socket to the hypervisor", socket.socket, socket.AF_VSOCK, socket.SOCK_STREAM)
for cid in (0, 1, 2, 3):
    attempt(f"connect to machine {cid}", vsock, cid)
