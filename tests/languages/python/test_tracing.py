from __future__ import annotations

from cancel import Cancel
from languages.python.candidates import program, suite
from languages.python.tracing import read_traces, trace_job
from sandbox.base import JobResult, Sandbox

PROGRAM = """
def shared(total, people):
    shares = [total // people] * people
    for place in range(total % people):
        shares[place] += 2
    return shares


def average(values):
    return total_of(values) / len(values)


def total_of(values):
    total = 0
    for value in values:
        total += value
    return total


def long(number):
    while number:
        number -= 1


def main():
    people = int(input("How many? "))
    print(shared(10, people))


if __name__ == "__main__":
    main()
"""
TESTS = """
from solution import average, long, shared


def test_shared():
    assert shared(4, 2) == [2, 2]
    assert shared(5, 2) == [3, 2]


def test_average():
    assert average([]) == 0


def test_long():
    long(500)


def test_started(program):
    assert "[4, 3, 3]" in program.start(typed=["3"]).text


def test_crashed(program):
    program.start(typed=["three"])
"""
NAMES = ["test_shared", "test_average", "test_long", "test_started", "test_crashed"]


def test_the_last_call_or_start_of_each_test_is_seen_line_by_line(sandbox: Sandbox) -> None:
    result = sandbox.run(trace_job(program(PROGRAM), suite(TESTS, ()), NAMES), Cancel())
    found = read_traces(result)
    assert list(found) == NAMES
    assert found["test_shared"].lines == (
        "shared(total=5, people=2)",
        "  3: shares = [total // people] * people   # shares=[2, 2]",
        "  4: for place in range(total % people):   # place=0",
        "  5: shares[place] += 2   # shares=[4, 2]",
        "  4: for place in range(total % people):",
        "  6: return shares",
        "  gives [4, 2]",
    )
    assert found["test_shared"].frames == ("shared, line 6: total=5, people=2, shares=[4, 2], place=0",)
    assert "    gives 0" in found["test_average"].lines
    assert found["test_average"].frames == ("average, line 10: values=[]",)
    assert any("more lines" in line for line in found["test_long"].lines)
    assert "    5: shares[place] += 2   # shares=[5, 3, 3]" in found["test_started"].lines
    assert found["test_crashed"].frames == ("main, line 26: ",)


def test_what_a_program_wrote_in_its_place_is_no_trace() -> None:
    for forged in (b"", b"[1]", b'{"test_a": 1}', b'{"test_a": {"frames": 1, "lines": []}}'):
        assert read_traces(JobResult("exited", 0, "", "", 0.1, files={"traced.json": forged})) == {}
