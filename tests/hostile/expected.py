"""How each hostile program may end. All are in `programs/`, each with a line that says what it does."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from sandbox.base import MEGABYTE, Job, JobLimits, JobStatus
from tests.hostile.battle import file_name

PROGRAMS = Path(__file__).parent / "programs"
READ_BACK = ("wanted", "environ", "folder/passwd", "loop/loop")

LIMITS = JobLimits(memory_mb=200, processes=40, output_bytes=1_000_000, file_bytes=64 * MEGABYTE)
SHORT = 0.5
LONG = 30.0
PATIENT = 90.0  # of wall time, for whoever computes on a busy machine
WAITING = 8.0  # for whoever only waits: enough to begin

DENIED = "(?m)^denied: "
Group = Literal["together", "waiting", "alone"]


@dataclass(frozen=True, slots=True)
class Expected:
    """How a program may end. A program that ends by itself and not by a limit must have got to its end.

    `told` is an expression that the result's reason or output must match, `crashes` allows it to
    end by an error or a signal, `seconds` is its limit of processor time, and `begins` says that it tells so.
    `group` is whom it runs with: what is "waiting" is ended by the clock alone, and what is "alone" fills a disk that
    all jobs of a sandbox share, or slows them all down. `on_gvisor` matches what that kernel lets a program do to
    itself, or see of itself, without any effect on the machine's.
    """

    ends: tuple[JobStatus, ...] = ("exited",)
    told: str = ""
    crashes: bool = False
    seconds: float = LONG
    begins: bool = False
    tool: str = "python"
    group: Group = "together"
    on_gvisor: str = "nothing"

    @property
    def is_up_to_the_kernel(self) -> bool:
        """Whether it asks for what a kernel allows or refuses, or takes what a kernel gives."""
        return self.told == DENIED or self.group == "alone" or self.crashes


ENDLESS = Expected(("timeout",), r"did not finish within", seconds=SHORT, begins=True)
GREEDY = Expected(("timeout", "killed", "exited"), "did not finish within|memory|processes|Memory|space", True, 2, True)
BOMB = replace(GREEDY, seconds=SHORT, group="alone")
FLOOD = Expected(("output_limit",), "wrote more than 1000000 bytes of output")
QUIET = Expected()
TRIES = Expected(told=DENIED)
FULL = Expected(("exited", "timeout"), "No space left|did not finish", seconds=1, begins=True, group="alone")
FILLS = Expected(("exited", "timeout"), "did not finish|too large|Too many", seconds=2, begins=True)
CRASHES = Expected(("exited", "killed"), crashes=True, begins=True)

EXPECTED = {
    **dict.fromkeys(("endless_loop", "endless_regex", "endless_power", "endless_thread"), ENDLESS),
    **dict.fromkeys(("endless_exit", "ignores_signals"), ENDLESS),
    **dict.fromkeys(("endless_wait", "blocks_signals", "stops_itself"), replace(ENDLESS, group="waiting")),
    **dict.fromkeys(("fork_bomb", "fork_bomb_of_sessions", "thread_bomb", "program_bomb"), BOMB),
    **dict.fromkeys(("memory_bytearray", "memory_mmap", "memory_of_children", "memory_of_tiny_children"), GREEDY),
    "memory_of_sockets": FILLS,
    "memory_without_mapping": TRIES,
    **dict.fromkeys(("disk_full", "disk_full_elsewhere", "inodes"), FULL),
    **dict.fromkeys(("descriptors", "sparse_file"), FILLS),
    "folders_in_folders": Expected(begins=True),
    **dict.fromkeys(("output_of_a_gigabyte", "output_of_bytes", "output_on_errors"), FLOOD),
    "output_of_children": Expected(begins=True, ends=("exited", "output_limit")),
    "output_to_nowhere": ENDLESS,
    "output_that_deceives": Expected(begins=True),
    **dict.fromkeys(("recursion_in_c", "segfault", "abort"), CRASHES),
    "recursion": replace(CRASHES, ends=("exited", "killed", "timeout"), seconds=2),  # gVisor takes long to fill a stack
    "core_dump": TRIES,
    **dict.fromkeys(("daemon", "daemon_that_moves", "daemon_that_holds_on", "daemons_of_many"), QUIET),
    "daemon_that_kills": Expected(("exited", "killed"), crashes=True),
    **dict.fromkeys(("writes_everywhere", "writes_what_is_there", "device_nodes"), TRIES),
    **dict.fromkeys(("leaves_files", "reads_back_links", "reads_back_special", "reads_back_what_grows"), QUIET),
    **dict.fromkeys(("reads_back_hard_links", "replaces_its_folder"), TRIES),
    "reads_back_what_changes": QUIET,
    **dict.fromkeys(("host_files", "environment", "other_jobs", "runner_pipes"), TRIES),
    "runner_memory": replace(TRIES, on_gvisor="read the map of"),
    **dict.fromkeys(("traces_the_runner", "kills_the_runner", "limits_the_runner", "types_at_the_terminal"), TRIES),
    "kills_everything": Expected(("exited", "timeout"), seconds=SHORT, begins=True, crashes=True),
    "signals_by_owner": Expected(begins=True),
    **dict.fromkeys(("tcp", "udp", "dns", "ipv6", "raw_sockets", "odd_sockets", "abstract_sockets"), TRIES),
    **dict.fromkeys(("engine_socket", "cloud_metadata", "network_settings"), TRIES),
    **dict.fromkeys(("setuid", "setuid_file", "capabilities", "user_namespace", "other_namespaces", "mounts"), TRIES),
    **dict.fromkeys(("chroot", "sys_writes", "kernel_secrets", "keyring", "raises_limits"), TRIES),
    "proc_writes": replace(TRIES, on_gvisor="stay alive"),
    "priority": replace(TRIES, on_gvisor="be less nice"),
    **dict.fromkeys(("clock", "machine", "kernel_surface", "system_v_left_behind"), TRIES),
    "posix_left_behind": TRIES,
    "forges_the_report": Expected(tool="pytest", told="Something other than pytest wrote into the report"),
    "reports_no_text": Expected(tool="pytest", crashes=True, told="5 failed"),
    "floods_the_report": Expected(
        ("timeout", "exited", "killed"), "did not finish|too large|memory|Memory", True, 1, tool="pytest"
    ),
}

LIKE_ANOTHER = {
    *("fork_bomb_of_sessions", "thread_bomb", "program_bomb", "disk_full_elsewhere", "inodes", "recursion", "abort"),
    *("memory_mmap", "memory_of_children", "memory_of_tiny_children", "daemon_that_kills"),
}
"""What is of a kind with another one: where each system call takes many times as long, that one has to do."""


def is_tried_on_gvisor(name: str) -> bool:
    """What only our runner decides is tried without gVisor."""
    return EXPECTED[name].is_up_to_the_kernel and name not in LIKE_ANOTHER


def job(name: str, planted: Path, times: float) -> Job:
    """The job that runs a program, with so many times the usual time.

    `planted` is a file of this machine that it tries to read.
    """
    expected = EXPECTED[name]
    file = file_name(name)
    files = {file: (PROGRAMS / f"{name}.py").read_bytes(), "attempt.py": (PROGRAMS / "attempt.py").read_bytes()}
    command = ("pytest", file) if expected.tool == "pytest" else ("python", file, str(planted))
    seconds = WAITING if expected.group == "waiting" else PATIENT
    limits = replace(LIMITS, cpu_seconds=expected.seconds * times, seconds=seconds)
    return Job(files, command, limits, READ_BACK)
