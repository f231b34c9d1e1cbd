"""Close the standard streams and go on."""

import os

print("begun", flush=True)
os.closerange(0, 3)
while True:
    pass
