"""Read the kernel's memory, log and addresses."""

from attempt import attempt, must_hold, read, syscall

for path in (
    "/dev/mem",
    "/dev/kmem",
    "/dev/port",
    "/proc/kcore",
    "/dev/kmsg",
    "/proc/kmsg",
    "/sys/kernel/debug/tracing/trace",
):
    attempt(f"read {path}", lambda path: read(path) or open("/none"), path)
attempt("read the kernel's log", syscall, "syslog", 3, bytes(4096), 4096)
try:
    symbols = read("/proc/kallsyms", 10**6).decode()
except OSError:
    symbols = ""
must_hold("the kernel's addresses are hidden", all(line.startswith("0" * 8) for line in symbols.splitlines()[:100]))
