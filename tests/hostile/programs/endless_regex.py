"""Match an expression that takes exponential time, in C code."""

import re

print("begun", flush=True)
re.match(r"(a+)+$", "a" * 64 + "b")
