"""Recurse without end, with the limit taken away."""

import sys

sys.setrecursionlimit(10**9)
print("begun", flush=True)


def deeper():
    return deeper() + 1


deeper()
