"""Mount, remount and unmount."""

import os

from attempt import attempt, syscall

os.mkdir("place")
for kind in (b"tmpfs", b"proc", b"sysfs", b"cgroup2", b"overlay", b"ext4", b"debugfs", b"bpf"):
    attempt(f"mount {kind.decode()}", syscall, "mount", b"x", b"place", kind, 0, 0)
attempt("bind the root", syscall, "mount", b"/", b"place", b"", 4096, 0)
attempt("make the root writable", syscall, "mount", b"/", b"/", b"", 32 | 4096, 0)
attempt("unmount /proc", syscall, "umount2", b"/proc", 2)
attempt("turn the root", syscall, "pivot_root", b".", b"place")
attempt("open a file system", syscall, "fsopen", b"tmpfs", 0)
attempt("copy the tree of mounts", syscall, "open_tree", -100, b"/", 1)
attempt("change the mounts", syscall, "mount_setattr", -100, b"/", 0, bytes(32), 32)
