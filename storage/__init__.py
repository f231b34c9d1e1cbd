"""What is kept of runs: rows, their history, their files."""
