"""Makes a scratch folder, says where, and holds it until this process is killed."""

import threading

from sandbox.scratch import make_scratch_folder

print(make_scratch_folder(), flush=True)  # noqa: T201
threading.Event().wait()
