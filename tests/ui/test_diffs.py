from __future__ import annotations

from ui.base.diffs import LINES_SHOWN, LONGEST, compare, parse


def signs(before: str, after: str) -> list[str]:
    return [f"{line.sign}{line.text}" for line in compare(before, after)]


def test_changed_lines_keep_their_signs() -> None:
    assert signs("a\nb\nc\n", "a\nB\nc\n") == ["@From line 1", " a", "-b", "+B", " c"]


def test_the_same_program_has_no_changes() -> None:
    assert compare("a\n", "a\n") == []


def test_lines_that_look_like_a_heading_are_kept() -> None:
    assert signs("-- a comment\n", "++ another\n") == ["@From line 1", "--- a comment", "+++ another"]


def test_distant_changes_say_where_they_are() -> None:
    before = [str(number) for number in range(100)]
    after = ["x", *before[1:80], "y", *before[81:]]
    places = [line.text for line in compare("\n".join(before), "\n".join(after)) if line.sign == "@"]
    assert places == ["From line 1", "From line 78"]


def test_huge_programs_are_not_compared_and_long_diffs_are_cut() -> None:
    assert "Too long" in compare("a\n" * (LONGEST + 1), "a\n")[0].text
    assert len(compare("", "a\n" * LONGEST)) == LINES_SHOWN + 1


def test_a_tools_diff_is_read_without_its_heading() -> None:
    lines = parse("--- solution.py\n+++ solution.py\n@@ -1,2 +1,2 @@\n def f():\n-    return 1\n+    return 2")
    assert [line.kind for line in lines] == ["place", "same", "removed", "added"]
    assert parse("") == []
