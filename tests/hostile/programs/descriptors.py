"""Open files until there is no descriptor left."""

print("begun", flush=True)
held = []
try:
    while True:
        held.append(open("/dev/null"))
except OSError as error:
    held.clear()
    print(error)
