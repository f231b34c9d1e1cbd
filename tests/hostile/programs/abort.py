"""End by SIGABRT in C code."""

import os

print("begun", flush=True)
os.abort()
