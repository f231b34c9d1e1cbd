"""Write nested nonsense into every pipe of the test run. (With pytest.)"""

import os


def test_forges():
    for number in range(3, 64):
        for line in (b"[" * 100_000, b'{"token":{}}', b"\xff", b"9" * 5000, b'{"token":"x","kind":[]}'):
            try:
                os.write(number, line + b"\n")
            except OSError:
                pass
