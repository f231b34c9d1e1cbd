"""Ask for a core dump of a child, and look for it."""

import os
import resource
import signal

from attempt import attempt, must_hold

attempt("raise the limit of core dumps", resource.setrlimit, resource.RLIMIT_CORE, (2**30, 2**30))
child = os.fork()
if child == 0:
    os.kill(os.getpid(), signal.SIGQUIT)
status = os.waitpid(child, 0)[1]
must_hold(
    "a core dump was written", not os.WCOREDUMP(status) and not [n for n in os.listdir() if n.split(".")[0] == "core"]
)
