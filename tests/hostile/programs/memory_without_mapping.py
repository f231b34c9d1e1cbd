"""Keep data in memory files and shared segments that no address space shows."""

from attempt import attempt, syscall

attempt("a file in memory", syscall, "memfd_create", b"x", 0)
attempt("a shared segment", syscall, "shmget", 0, 2**20, 0o1600)
attempt("secret memory", syscall, "memfd_secret", 0)
