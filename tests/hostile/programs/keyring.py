"""Read the keys of the user who started the app, and leave some for others."""

from attempt import attempt, syscall

JOIN, DESCRIBE, SEARCH, READ, GET = 1, 6, 10, 11, 0
SESSION, USER = 2**64 - 3, 2**64 - 4
for name, ring in (("session", SESSION), ("user", USER)):
    attempt(f"find the {name}'s keyring", syscall, "keyctl", GET, ring, 0)
    attempt(f"read the {name}'s keyring", syscall, "keyctl", READ, ring, bytes(64), 64)
    attempt(f"search the {name}'s keyring", syscall, "keyctl", SEARCH, ring, b"user", b"assay-hostile-suite", 0)
    attempt(f"leave a key in the {name}'s keyring", syscall, "add_key", b"user", b"left", b"x", 1, ring)
attempt("have a key made", syscall, "request_key", b"user", b"assay-hostile-suite", b"", USER)
attempt("join another session", syscall, "keyctl", JOIN, b"_ses", 0)
