"""Read and write the memory of every other process."""

from attempt import attempt, others, read, syscall

for pid in others():
    attempt(f"read the memory of {pid}", open, f"/proc/{pid}/mem", "rb")
    attempt(f"write the memory of {pid}", open, f"/proc/{pid}/mem", "r+b")
    attempt(f"read the map of {pid}", lambda pid: read(f"/proc/{pid}/maps") or open("/none"), pid)
    attempt(f"copy from {pid}", syscall, "process_vm_readv", pid, 0, 0, 0, 0, 0)
