"""Add up more numbers than a lifetime allows, in C code."""

print("begun", flush=True)
sum(range(10**16))
