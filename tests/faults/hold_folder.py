"""Makes a scratch folder, says where, and holds it until this process is killed."""

import sys
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from sandbox.scratch import make_scratch_folder

print(make_scratch_folder(), flush=True)  # noqa: T201
threading.Event().wait()
