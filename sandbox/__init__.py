"""Where generated code runs, and nowhere else."""
