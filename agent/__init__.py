"""What happens in one run. Read `loop.py` first."""
