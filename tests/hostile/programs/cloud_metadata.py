"""Ask the cloud for the machine's credentials."""

import urllib.request

from attempt import attempt

for address in ("169.254.169.254", "169.254.170.2", "100.100.100.200", "192.0.0.192", "[fd00:ec2::254]"):
    attempt(f"ask {address}", urllib.request.urlopen, f"http://{address}/latest/meta-data/", None, 0.3)
