"""One run on the page, from the wish to the program."""
