"""Loop for ever."""

print("begun", flush=True)
while True:
    pass
