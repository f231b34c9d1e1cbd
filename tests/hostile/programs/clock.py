"""Set the clock."""

import time

from attempt import attempt, syscall

attempt("set the clock", time.clock_settime, time.CLOCK_REALTIME, time.time() + 3600)
attempt("set it by the old call", syscall, "settimeofday", (1).to_bytes(8, "little") * 2, 0)
