"""Write the settings of the kernel's devices and control groups below /sys."""

import os

written = []
for folder, folders, files in os.walk("/sys"):
    if len(folder.split("/")) > 6:
        folders.clear()
    for name in files:
        if os.access(os.path.join(folder, name), os.W_OK):
            try:
                os.close(os.open(os.path.join(folder, name), os.O_WRONLY))
                written.append(os.path.join(folder, name))
            except OSError:
                pass
print("achieved: open for writing:" if written else "denied: every setting", *written[:5])
