"""Write a gigabyte of lines."""

line = "x" * 999
for _ in range(10**6):
    print(line)
