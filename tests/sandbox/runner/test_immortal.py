from __future__ import annotations

from contextlib import closing

import pytest

from tests.conformance.sandbox_helpers import opened, run

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
def test_what_is_immortal_is_not_counted_and_works_as_before() -> None:
    with closing(opened("docker")) as sandbox:  # which has a version of Python that knows the mark
        result = run(sandbox, "python", "-c", SCRIPT)
    assert (result.exit_code, result.stderr) == (0, "")
