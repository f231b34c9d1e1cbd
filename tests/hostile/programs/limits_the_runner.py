"""Take time and descriptors away from every other process."""

import ctypes
import resource

from attempt import attempt, others, syscall

nothing = (ctypes.c_ulong * 2)(0, 0)
for pid in others():
    for limit in (resource.RLIMIT_CPU, resource.RLIMIT_NOFILE, resource.RLIMIT_FSIZE):
        attempt(f"limit {pid}", syscall, "prlimit64", pid, limit, nothing, 0)
