"""Put a link in the place of its own work folder."""

import os

from attempt import attempt

here = os.getcwd()
own = os.path.dirname(here)
os.rename(here, f"{own}/moved")
os.symlink("/etc", here)
attempt("put a link in the place of the job's folder", os.rename, own, f"{own}.moved")
attempt("make a folder beside it", os.mkdir, f"{own}.new")
