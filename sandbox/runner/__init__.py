"""The server that runs jobs, inside the sandbox.

Standard library only, and no language: it is copied into the sandbox on its own, and started there by
path. `server.py` is where to begin reading.
"""
