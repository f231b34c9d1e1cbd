"""Starts Python anew, and itself as a program."""

import subprocess
import sys


def evaluate(expression):
    done = subprocess.run([sys.executable, "-c", f"print({expression})"], capture_output=True, text=True)
    return done.stdout.strip()


def run_itself(*arguments):
    return subprocess.run([sys.executable, __file__, *arguments], capture_output=True, text=True).stdout


if __name__ == "__main__":
    print(len(sys.argv) - 1)
    sys.exit(0)


# --- its tests ---
from solution import evaluate, run_itself


def test_evaluates():
    assert evaluate("2 + 3") == "5"


def test_runs_itself():
    assert run_itself("a", "b") == "2\n"
