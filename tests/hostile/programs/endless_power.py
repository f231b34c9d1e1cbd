"""Compute a number of a billion digits, in C code that looks at no signal."""

print("begun", flush=True)
print(len(str(7 ** (3**19))))
