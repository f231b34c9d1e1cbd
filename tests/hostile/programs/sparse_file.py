"""Make a file of a terabyte of which nothing is on any disk, to be read back."""

print("begun", flush=True)
with open("wanted", "wb") as file:
    try:
        file.truncate(2**40)
    except OSError as error:
        print(error)
    file.truncate(2**20)
