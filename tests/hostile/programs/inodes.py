"""Make empty files until there is no room for another, or no time."""

print("begun", flush=True)
number = 0
try:
    while True:
        open(f"file{number}", "w").close()
        number += 1
except OSError as error:
    print(error)
