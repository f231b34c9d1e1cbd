"""Try to write in every folder there is."""

import os

OWN = (os.path.dirname(os.getcwd()), "/proc", "/tmp", "/dev/shm", "/dev/mqueue")
written = []
for folder, folders, _ in os.walk("/"):
    folders[:] = [name for name in folders if os.path.join(folder, name) not in OWN]
    if len(folder.split("/")) > 5:
        folders.clear()
    try:
        open(os.path.join(folder, "trace"), "w").close()
        written.append(folder)
    except OSError:
        pass
print("achieved: written in" if written else "denied: to write anywhere", *written)
