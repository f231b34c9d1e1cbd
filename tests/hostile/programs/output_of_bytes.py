"""Write a gigabyte of bytes that are no text."""

import os

while True:
    os.write(1, os.urandom(2**16))
