"""Become root in a user namespace of one's own, the beginning of most escapes."""

from attempt import attempt, syscall

NAMES = {
    "user": 0x10000000,
    "mount": 0x20000,
    "pid": 0x20000000,
    "net": 0x40000000,
    "ipc": 0x08000000,
    "uts": 0x04000000,
}
for name, flag in NAMES.items():
    attempt(f"unshare {name}", syscall, "unshare", flag)
attempt("clone into a user namespace", syscall, "clone", 0x10000000 | 17, 0, 0, 0, 0)
attempt("clone into one by the new call", syscall, "clone3", (b"\0\0\0\x10" + bytes(84)), 88)
