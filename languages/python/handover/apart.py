"""Lies beside tests that are in a folder of their own: they find the program in the folder above."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
