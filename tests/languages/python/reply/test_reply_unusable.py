"""Tests that no program could pass, or that wouldn't be run, are left out with the reason."""

import pytest

from languages.errors import NoUsableReply
from languages.python.reply import parse_tests
from languages.types import ParsedTests

ADD = "Write a function `add(a, b)` that adds two numbers."
GOOD = "def test_good():\n    assert add(1, 2) == 3\n\n\n"
CHECK = "    assert add(1, 2) == 3\n"


def left_out(parsed: ParsedTests) -> dict[str, str]:
    return {test.name: test.reason for test in parsed.dropped}


def test_only_tests_that_need_a_library_are_dropped() -> None:
    parsed = parse_tests(
        "import math, numpy as np\nimport pandas\nimport pytest\n\nBIG = np.array([1])\n\n\n"
        "def frame():\n    return pandas.DataFrame()\n\n\n@pytest.fixture\ndef table():\n    return frame()\n\n\n"
        "def test_a():\n    assert add(BIG, BIG) == 2\n\n\ndef test_b(table):\n    assert add(table, 1) == 2\n\n\n"
        "def test_c():\n    assert add(math.pi, 0) == math.pi\n\n\n"
        "class TestAdd:\n    def test_d(self):\n        from requests import get\n        assert add(get('x'), 1)\n\n"
        "    def test_e(self):\n        assert add(1, 2) == 3\n",
        ADD,
    )
    assert [test.name for test in parsed.tests] == ["test_c", "TestAdd::test_e"]
    needed = {name: reason.split("`")[1] for name, reason in left_out(parsed).items()}
    assert needed == {"test_a": "numpy", "test_b": "pandas", "TestAdd::test_d": "requests"}
    assert "import math\n" in parsed.code
    for word in ("numpy", "np", "pandas", "requests", "table"):
        assert word not in parsed.code


def test_a_library_that_nothing_uses_is_just_not_imported() -> None:
    parsed = parse_tests(f"import numpy as np\nfrom hypothesis import given\n\n{GOOD}", ADD)
    assert not parsed.dropped
    assert "numpy" not in parsed.code
    assert "hypothesis" not in parsed.code


@pytest.mark.parametrize(
    "line", ["import numpy as np\n", "try:\n    import numpy as np\nexcept ImportError:\n    np = None\n"]
)
def test_a_reply_that_needs_a_library_throughout_is_refused_by_its_name(line: str) -> None:
    with pytest.raises(NoUsableReply, match="`numpy`"):
        parse_tests(f"{line}\ndef test_a():\n    assert add(np.int8(1), 1) == 2\n", ADD)


@pytest.mark.parametrize(
    "test",
    [
        f"@pytest.mark.skip\ndef test_a():\n{CHECK}",
        f"@pytest.mark.skipif(sys.platform != 'win32', reason='Windows')\ndef test_a():\n{CHECK}",
        f"@pytest.mark.xfail(strict=False)\ndef test_a():\n{CHECK}",
        f"@unittest.skipUnless(False, 'no')\ndef test_a():\n{CHECK}",
        f"@skipIf(True, 'no')\ndef test_a():\n{CHECK}",
        f"def test_a():\n    pytest.skip('no')\n{CHECK}",
        f"def test_a():\n    if sys.platform != 'win32':\n        raise unittest.SkipTest\n{CHECK}",
        f"@pytest.fixture\ndef windows():\n    pytest.skip('no')\n\n\ndef test_a(windows):\n{CHECK}",
    ],
)
def test_a_test_that_may_be_skipped_is_dropped(test: str) -> None:
    imports = "import sys\nimport unittest\nfrom unittest import skipIf\n\nimport pytest\n\n"
    parsed = parse_tests(f"{imports}{GOOD}{test}", ADD)
    assert [test.name for test in parsed.tests] == ["test_good"]
    assert "skipped" in left_out(parsed)["test_a"]
    assert "test_a" not in parsed.code


def test_a_class_that_is_skipped_is_dropped_and_a_skipped_method_alone() -> None:
    skipped = "@pytest.mark.xfail\nclass TestNone:\n    def test_a(self):\n        assert add(1, 2) == 3\n\n\n"
    method = "    @pytest.mark.skip\n    def test_b(self):\n        assert add(1, 2) == 3\n\n"
    kept = "    def test_c(self):\n        assert add(1, 2) == 3\n"
    parsed = parse_tests(f"{skipped}class TestAdd:\n{method}{kept}", ADD)
    assert [test.name for test in parsed.tests] == ["TestAdd::test_c"]
    assert sorted(left_out(parsed)) == ["TestAdd::test_b", "TestNone"]


def test_a_file_that_is_skipped_is_refused() -> None:
    with pytest.raises(NoUsableReply, match="skipped"):
        parse_tests(f"import pytest\n\npytestmark = pytest.mark.skip\n\n\n{GOOD}", ADD)


def test_a_method_of_the_program_called_skip_is_not_skipping() -> None:
    parsed = parse_tests(
        "def test_a():\n    reader = Reader()\n    assert reader.skip(1) == 1\n", "Write a class Reader."
    )
    assert [test.name for test in parsed.tests] == ["test_a"]
