from __future__ import annotations

import pytest

from sandbox.registry import open_sandbox
from tests.conformance.sandbox_helpers import run
from tests.fakes.specs import PYTHON

SCRIPT = """
import gc, json, re, runpy, sys

module = runpy.run_path("/opt/runner/immortal.py")
text, table = "".join(["a", "b"]), {"list": [[], {}]}
gc.freeze()
module["make_immortal"]()
counts = [sys.getrefcount(text), sys.getrefcount(table["list"])]
held = [text, table["list"]] * 1000
assert counts == [sys.getrefcount(text), sys.getrefcount(table["list"])], counts
assert min(counts) > len(held)
del held
text += "c"
table["list"].append(text)
assert json.loads(json.dumps(table)) == {"list": [[], {}, "abc"]}
assert re.sub("b", "x", text) == "axc"
assert sys.getrefcount([]) < 10
"""


@pytest.mark.docker
@pytest.mark.usefixtures("image")
def test_what_is_immortal_is_not_counted_and_works_as_before() -> None:
    sandbox = open_sandbox(PYTHON, "docker", None, print)  # which has a version of Python that knows the mark
    try:
        result = run(sandbox, "python", "-c", SCRIPT)
    finally:
        sandbox.close()
    assert (result.exit_code, result.stderr) == (0, "")
