"""Switch the machine off, rename it, load modules, swap."""

import socket

from attempt import attempt, syscall

attempt("rename the machine", socket.sethostname, "evil")
attempt("switch it off", syscall, "reboot", 0xFEE1DEAD, 672274793, 0x4321FEDC, 0)
attempt("load a module", syscall, "init_module", bytes(64), 64, b"")
attempt("load a module from a file", syscall, "finit_module", 0, b"", 0)
attempt("load another kernel", syscall, "kexec_load", 0, 0, 0, 0)
attempt("swap to a file", syscall, "swapon", b"/etc/passwd", 0)
attempt("account every process", syscall, "acct", b"file")
