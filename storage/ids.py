"""Run ids: they sort by time, and are short enough for an address bar."""

from __future__ import annotations

import secrets
import time

# Crockford's base 32: no letters that are mistaken for digits. https://www.crockford.com/base32.html
ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
TIME_DIGITS = 11  # microseconds since 1970, until the year 3111
RANDOM_DIGITS = 5
LENGTH = TIME_DIGITS + RANDOM_DIGITS


def new_run_id() -> str:
    """Return an id of 16 letters and digits that sorts after those made earlier on this clock."""
    microseconds = time.time_ns() // 1000
    return _digits(microseconds, TIME_DIGITS) + _digits(secrets.randbits(5 * RANDOM_DIGITS), RANDOM_DIGITS)


def _digits(number: int, length: int) -> str:
    return "".join(ALPHABET[(number >> (5 * place)) & 31] for place in reversed(range(length)))
