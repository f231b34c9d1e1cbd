"""What a file is and how it begins: a reader for each sort, in the table of `readers`.

Runs inside the sandbox, brought along whole by `look_job.py` and `view_job.py`, and in the one file of a program.
Imports nothing of ours but what is in it.
"""
