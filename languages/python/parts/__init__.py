"""What programs are made of: parts that were written and proved once, and stand below the program that uses them.

All else in this folder runs in the program, in the sandbox as on a person's computer: it needs Python 3.11 alone, and
a package only inside the function that opens it. All names at the top level of all files are different, for
`languages/python/assembly.py` puts those that a program uses into its one file.
"""
