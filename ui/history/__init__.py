"""All runs, to be found again."""
