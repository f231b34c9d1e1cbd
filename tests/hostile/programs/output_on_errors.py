"""Write a gigabyte on the standard error."""

import sys

while True:
    sys.stderr.write("x" * 10**5)
