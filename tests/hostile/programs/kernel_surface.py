"""Call the parts of the kernel that most escapes went through."""

import ctypes

from attempt import attempt, syscall

nothing = (ctypes.c_char * 256)()
attempt("load a BPF map", syscall, "bpf", 0, (1).to_bytes(4, "little") + (4).to_bytes(4, "little") * 2 + bytes(60), 72)
event = bytes(8) + bytes(120)
attempt("count events", syscall, "perf_event_open", event, 0, -1, -1, 0)
attempt("set up a ring", syscall, "io_uring_setup", 4, nothing)
attempt("handle page faults", syscall, "userfaultfd", 0o2000000)
attempt("handle page faults, only one's own", syscall, "userfaultfd", 0o2000001)
