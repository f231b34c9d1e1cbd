"""What life does to a program, tried in the sandbox. All but `kinds.py` runs there, see `attack_job.py`."""
