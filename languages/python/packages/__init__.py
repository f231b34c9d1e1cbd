"""The packages that programs in Python need: a shelf of them is always there, others are fetched and mounted."""

from languages.packages import Packaging
from languages.python.packages.auditing import audit_shelf, shelf_audited
from languages.python.packages.fetching import fetch
from languages.python.packages.inventory import inventory_job, read_inventory
from languages.python.packages.needed import names, needed
from languages.python.packages.presumed import presumed
from languages.python.packages.shelf import SHELF

PACKAGING = Packaging(
    names,
    inventory_job,
    read_inventory,
    needed,
    tuple(one.name for one in SHELF),
    fetch,
    presumed,
    audit_shelf,
    shelf_audited,
)
