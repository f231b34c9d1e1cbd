"""Attach to every other process as a debugger does."""

from attempt import attempt, others, syscall

ATTACH, SEIZE = 16, 0x4206
for pid in others():
    attempt(f"attach to {pid}", syscall, "ptrace", ATTACH, pid, 0, 0)
    attempt(f"seize {pid}", syscall, "ptrace", SEIZE, pid, 0, 0)
