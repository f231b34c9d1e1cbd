"""Turns off the limit of time for a single test, and then takes longer."""
import signal
import time


def double(value):
    if value == 2:
        signal.setitimer(signal.ITIMER_REAL, 0)
        enough = time.process_time() + 5.7
        while time.process_time() < enough:
            pass
    return value * 2
