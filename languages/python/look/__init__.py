"""What a file is and how it begins: a reader for each sort, in the table of `readers`.

Runs inside the sandbox, where this folder lies beside `look_job.py`, and in the one file of a program. Imports nothing
of ours but what is in it.
"""
