"""Look for rights beyond a user's own."""

from attempt import must_hold

with open("/proc/self/status") as file:
    rights = dict(line.rstrip("\n").split(":\t", 1) for line in file if ":\t" in line)
for name in ("CapPrm", "CapEff", "CapAmb"):
    must_hold(f"no rights in {name}: {rights.get(name)}", int(rights.get(name, "0"), 16) == 0)
must_hold("no new privileges", rights.get("NoNewPrivs", "1") == "1")
