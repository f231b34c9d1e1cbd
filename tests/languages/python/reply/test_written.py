from __future__ import annotations

from languages.python.reply.written import WrittenTests

TESTS = '''from solution import double


# Twice two.
def test_two():
    assert double(2) == 4


class TestMore:
    # Three.
    def test_three(self):
        assert double(3) == 6  # six

    def test_two(self):
        assert double(2) == 4


def test_ä():
    assert double("ä") == """ä
ä"""
'''


def test_a_function_goes_with_its_comment_and_the_rest_stays_as_it_was() -> None:
    gone = "# Twice two.\ndef test_two():\n    assert double(2) == 4\n\n\n"
    assert WrittenTests(TESTS).without({"test_two"}) == TESTS.replace(gone, "")
    assert WrittenTests(TESTS).without(set()) == TESTS


def test_a_method_goes_by_the_name_of_its_class() -> None:
    left = WrittenTests(TESTS).without({"TestMore::test_two"})
    assert left.count("def test_two(") == 1
    assert "def test_two():" in left
    assert "def test_three(self):\n        assert double(3) == 6  # six" in left


def test_a_class_can_be_left_without_tests() -> None:
    left = WrittenTests(TESTS).without({"TestMore::test_two", "TestMore::test_three"})
    compile(left, "left", "exec")
    assert "test_three" not in left
