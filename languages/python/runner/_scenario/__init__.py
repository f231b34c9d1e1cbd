"""What the fixture `program` starts programs with. For windows, `window.py` is the test's side, `agent.py` the other.

It needs nothing but Python, and for windows tkinter, for it is handed over with tests that start programs.
"""
