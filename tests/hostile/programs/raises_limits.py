"""Raise every limit that the job was given."""

import resource

from attempt import attempt

for name in ("AS", "FSIZE", "NOFILE", "NPROC", "CORE", "MEMLOCK", "RTPRIO", "NICE", "SIGPENDING", "MSGQUEUE"):
    kind = getattr(resource, f"RLIMIT_{name}")
    hard = resource.getrlimit(kind)[1]
    if hard != resource.RLIM_INFINITY:
        attempt(f"raise {name}", resource.setrlimit, kind, (hard + 1, hard + 1))
    attempt(f"unlimit {name}", resource.setrlimit, kind, (-1, -1)) if hard != resource.RLIM_INFINITY else None
