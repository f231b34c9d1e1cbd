"""Tests in one process, and the program in another: what passes between them is rebuilt as plain values.

So a program can neither touch its tests, nor what judges them, nor answer with values that lie when they are compared.
`wire.py` is the connection, `values.py` what passes over it, `host.py` the program's side, `proxies.py` the tests', and
`plugin.py` puts them into a session of pytest.
"""
