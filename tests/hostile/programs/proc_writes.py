"""Write the settings of the kernel below /proc."""

import os

from attempt import attempt

written = []
for folder, _, files in os.walk("/proc/sys"):
    for name in files:
        try:
            with open(os.path.join(folder, name), "r+b", 0) as file:
                file.write(file.read())
            written.append(os.path.join(folder, name))
        except OSError:
            pass
print("achieved: wrote" if written else "denied: every setting", *written[:5])
for path in ("/proc/sysrq-trigger", "/proc/irq/0/smp_affinity", "/proc/1/oom_score_adj", "/proc/1/comm", "/proc/mtrr"):
    attempt(f"write {path}", open, path, "w")
attempt("stay alive", lambda: os.write(os.open("/proc/self/oom_score_adj", os.O_WRONLY), b"-1000"))
