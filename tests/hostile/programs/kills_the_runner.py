"""Kill and stop every other process, one by one."""

import os
import signal

from attempt import attempt, others, syscall

for pid in others():
    try:
        group = os.getpgid(pid)
    except ProcessLookupError:  # some come and go
        continue
    for number in (signal.SIGSTOP, signal.SIGTERM, signal.SIGKILL):
        attempt(f"send {number.name} to {pid}", os.kill, pid, number)
        if group > 1:  # group 1 would mean everybody
            attempt(f"send {number.name} to the group of {pid}", os.killpg, group, number)
    attempt(
        f"signal {pid} by a descriptor",
        lambda pid: syscall("pidfd_send_signal", syscall("pidfd_open", pid, 0), 9, 0, 0),
        pid,
    )
