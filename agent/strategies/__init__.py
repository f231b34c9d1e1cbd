"""Ways to search for a program that passes."""
