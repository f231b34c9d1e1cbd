"""Leave files of odd names in every folder it may write in, closed as well as can be."""

import os
import tempfile

for folder in (".", "/tmp", "/dev/shm", tempfile.gettempdir()):
    os.makedirs(f"{folder}/deep/folder\n/ \t")
    for name in (b"\xff\xfe", b"-rf", b"x" * 255, "‮evil".encode(), b"a\nb", b"*"):
        open(os.path.join(os.fsencode(folder), b"deep", name), "w").close()
    os.symlink("/", f"{folder}/deep/root")
    os.symlink("deep", f"{folder}/link")
    os.mkfifo(f"{folder}/fifo")
    os.chmod(f"{folder}/deep/folder\n", 0)
    os.chmod(f"{folder}/deep", 0)
os.chmod(".", 0)
