"""Write a gigabyte in one line."""

import sys

for _ in range(1000):
    sys.stdout.write("x" * 10**6)
