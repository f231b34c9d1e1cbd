"""Bring up the network by itself: addresses, devices, routes."""

import fcntl
import socket
import struct

from attempt import attempt, must_hold

SIOCSIFFLAGS, SIOCSIFADDR, TUNSETIFF = 0x8914, 0x8916, 0x400454CA
control = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
attempt("bring up lo", fcntl.ioctl, control, SIOCSIFFLAGS, struct.pack("16sH14x", b"lo", 0x41 | 0x1000))
attempt("set an address", fcntl.ioctl, control, SIOCSIFADDR, struct.pack("16sH2x4s8x", b"lo", 2, b"\x0a\0\0\1"))
attempt(
    "open the tunnel's device",
    lambda: fcntl.ioctl(open("/dev/net/tun", "r+b", 0), TUNSETIFF, struct.pack("16sH22x", b"t", 2)),
)
link = (
    struct.pack("=IHHII", 44, 16, 0x605, 1, 0)
    + struct.pack("=BxHiII", 0, 0, 0, 0, 0)
    + struct.pack("=HH8s", 12, 3, b"evil0\0\0\0")
)


def new_link():
    route = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0)
    route.send(link)
    error = struct.unpack_from("=i", route.recv(4096), 16)[0]
    if error:
        raise OSError(-error, "refused by the kernel")


attempt("add a device", new_link)
devices = [name for _, name in socket.if_nameindex()]
must_hold(f"there is no device but lo: {devices}", devices in ([], ["lo"]))
