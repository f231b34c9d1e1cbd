"""The server that runs jobs, inside the sandbox.

Standard library and pytest only: it is copied into the sandbox on its own, and started there by
path. `server.py` is where to begin reading.
"""
