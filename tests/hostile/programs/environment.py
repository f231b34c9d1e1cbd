"""Look for the keys of the user in every environment and command line there is."""

import glob
import os

from attempt import must_hold

SECRET = b"hostile-suite" + b"-secret"
found = [name for name in os.environ if "KEY" in name or "TOKEN" in name or "ANTHROPIC" in name]
for path in [
    *glob.glob("/proc/[0-9]*/environ"),
    *glob.glob("/proc/[0-9]*/cmdline"),
    *glob.glob("/proc/[0-9]*/task/*/environ"),
]:
    try:
        with open(path, "rb") as file:
            if SECRET in file.read():
                found.append(path)
    except OSError:
        pass
must_hold(f"no key is found: {found}", not found)
