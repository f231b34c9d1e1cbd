"""What a language is, and one folder for each of them."""
