"""Recurse without end in C code."""

import sys

sys.setrecursionlimit(10**9)
print("begun", flush=True)
nested = ()
for _ in range(10**6):
    nested = (nested,)
hash(nested)
