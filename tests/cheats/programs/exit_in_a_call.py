"""Ends the process with status 0 when it is called for the first time."""
import os


def double(value):
    os._exit(0)
