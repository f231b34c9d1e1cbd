"""Turns off the limit of time for a single test, and then takes longer."""
import signal
import time


def double(value):
    if value == 2:
        signal.setitimer(signal.ITIMER_REAL, 0)
        time.sleep(5.7)
    return value * 2
