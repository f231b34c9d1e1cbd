"""Become root or another user, by call and by the programs that are allowed to."""

import os
import subprocess

from attempt import attempt, must_hold

attempt("become root", os.setuid, 0)
attempt("become root, in effect", os.seteuid, 0)
attempt("become another user", os.setresuid, os.getuid() - 1, os.getuid() - 1, os.getuid() - 1)
attempt("join the group of root", os.setgid, 0)
attempt("join more groups", os.setgroups, [0])
attempt("give a file away", os.chown, "/etc/passwd", os.getuid(), -1)
for program in (
    ["su", "-c", "id -u"],
    ["sudo", "-n", "id", "-u"],
    ["mount", "-t", "tmpfs", "x", "."],
    ["newgrp", "root"],
):
    try:
        ended = subprocess.run(program, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    except FileNotFoundError:
        continue
    must_hold(f"{program[0]} does nothing", ended.stdout.strip() != "0" and ended.returncode != 0)
