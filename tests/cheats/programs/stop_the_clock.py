"""Stops the clock, so that it seems to take no time, and answers wrongly."""
import time

time.time = time.monotonic = time.perf_counter = lambda: 0.0
time.sleep = lambda seconds: None


def double(value):
    return None
