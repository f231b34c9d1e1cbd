"""Leave shared memory, semaphores and message queues of POSIX."""

import multiprocessing.resource_tracker
import multiprocessing.shared_memory
import os

from attempt import attempt, syscall

multiprocessing.resource_tracker.register = lambda *_: None
multiprocessing.shared_memory.SharedMemory("hostile-left", create=True, size=4096)
open("/dev/shm/sem.hostile-left", "w").close()
attempt("make a queue", syscall, "mq_open", b"hostile-left", os.O_CREAT | os.O_RDWR, 0o666, 0)
