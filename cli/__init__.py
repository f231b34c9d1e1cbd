"""The command line: the same runs as on the page, in a terminal or for machines."""
