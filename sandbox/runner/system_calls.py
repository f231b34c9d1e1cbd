"""The system calls that no job needs and most escapes began with, refused by a seccomp filter.

Docker's own profile refuses many of them as well; bubblewrap and gVisor bring none. See seccomp(2)
and the kernel's documentation of BPF: an instruction is a code, two jumps and a value.
"""

from __future__ import annotations

import ctypes
import errno
import functools
import os
import struct
import sys

from . import processes

# Numbers on x86-64 and on 64-bit ARM; None where there is no such call.
REFUSED: dict[str, tuple[int | None, int | None]] = {
    # the kernel itself and the machine
    "acct": (163, 89),
    "adjtimex": (159, 171),
    "clock_adjtime": (305, 266),
    "clock_settime": (227, 112),
    "delete_module": (176, 106),
    "finit_module": (313, 273),
    "init_module": (175, 105),
    "ioperm": (173, None),
    "iopl": (172, None),
    "kexec_file_load": (320, 294),
    "kexec_load": (246, 104),
    "quotactl": (179, 60),
    "quotactl_fd": (443, 443),
    "reboot": (169, 142),
    "sethostname": (170, 161),
    "setdomainname": (171, 162),
    "settimeofday": (164, 170),
    "swapoff": (168, 225),
    "swapon": (167, 224),
    "syslog": (103, 116),
    "vhangup": (153, 58),
    # namespaces and mounts
    "chroot": (161, 51),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fsopen": (430, 430),
    "fspick": (433, 433),
    "mount": (165, 40),
    "mount_setattr": (442, 442),
    "move_mount": (429, 429),
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
    "open_tree": (428, 428),
    "pivot_root": (155, 41),
    "setns": (308, 268),
    "umount2": (166, 39),
    "unshare": (272, 97),
    # other processes
    "kcmp": (312, 272),
    "migrate_pages": (256, 238),
    "move_pages": (279, 239),
    "pidfd_getfd": (438, 438),
    "pidfd_send_signal": (424, 424),
    "process_madvise": (440, 440),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "ptrace": (101, 117),
    # large parts of the kernel that a small program doesn't use
    "bpf": (321, 280),
    "fanotify_init": (300, 262),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "io_uring_setup": (425, 425),
    "ioprio_set": (251, 30),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    # what would outlive the job, or be its memory without showing as such
    "add_key": (248, 217),
    "keyctl": (250, 219),
    "memfd_create": (319, 279),
    "memfd_secret": (447, 447),
    "mq_open": (240, 180),
    "msgctl": (71, 187),
    "msgget": (68, 186),
    "msgrcv": (70, 188),
    "msgsnd": (69, 189),
    "request_key": (249, 218),
    "semctl": (66, 191),
    "semget": (64, 190),
    "semop": (65, 193),
    "semtimedop": (220, 192),
    "shmat": (30, 196),
    "shmctl": (31, 195),
    "shmdt": (67, 197),
    "shmget": (29, 194),
}
# Of these it is the file that counts, which a filter can't see: they are refused only where jobs see files that other
# programs of the machine use as well. A lock would hold those up, and a watch tell what they open.
REFUSED_ON_LENT_FILES: dict[str, tuple[int | None, int | None, int]] = {
    "flock": (73, 32, errno.ENOLCK),
    "inotify_init": (253, None, errno.ENOSYS),
    "inotify_init1": (294, 26, errno.ENOSYS),
}
CLONE = (56, 220)
CLONE3 = (435, 435)
SOCKET = (41, 198)
PRLIMIT = (302, 261)
FCNTL = (72, 25)

NEW_NAMESPACES = 0x7E020000  # of clone(2): mount, cgroup, uts, ipc, user, pid, net
TOLD_OF_OTHERS = (1024, 1026)  # of fcntl(2): leases, which make others wait, and watched folders
FAMILIES = (1, 2, 10, 16)  # of socket(2): unix, IPv4, IPv6, netlink; vsock would reach the hypervisor
ARCHITECTURES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}  # the column above, the kernel's number
OTHER_NUMBERS = 0x40000000  # x86-64's second set of numbers, for another kind of program

LOAD, JUMP_IF_EQUAL, JUMP_IF_AT_LEAST, JUMP_IF_SET, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
NUMBER, ARCHITECTURE, FIRST_ARGUMENT, SECOND_ARGUMENT = 0, 4, 16, 24  # offsets in what the filter sees
ALLOW, REFUSE = 0x7FFF0000, 0x00050000
PR_SET_SECCOMP = 22
PR_SET_NO_NEW_PRIVS = 38
SECCOMP_MODE_FILTER = 2


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p))


def refuse_system_calls(lent_files: bool = False) -> None:
    """Refuse them to this process and all that descend from it, for good; does nothing on other systems.

    `lent_files` says that other programs of the machine use the files that it sees. Raises `OSError` where the kernel
    doesn't take the filter.
    """
    instructions = filter_for_this_machine(lent_files)
    if not instructions:
        return
    program = _Program(len(instructions) // 8, instructions)
    libc = processes.libc()
    for option in ((PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.byref(program))):
        if libc.prctl(*option) != 0:
            raise OSError(ctypes.get_errno(), "the filter of system calls was refused")


@functools.cache
def filter_for_this_machine(lent_files: bool) -> bytes:
    """The filter's instructions; empty where it can't be used."""
    machine = os.uname().machine
    is_known = sys.platform == "linux" and machine in ARCHITECTURES and sys.maxsize > 2**32
    return filter_for(machine, lent_files) if is_known else b""


def filter_for(machine: str, lent_files: bool = False) -> bytes:
    """The filter's instructions for an architecture as in `uname -m`. Most refused calls give EPERM."""
    column, architecture = ARCHITECTURES[machine]
    refused = [(number[column], errno.EPERM) for number in REFUSED.values()]
    if lent_files:
        refused += [(number[column], number[2]) for number in REFUSED_ON_LENT_FILES.values()]
    return b"".join(
        [
            _instruction(LOAD, ARCHITECTURE),
            *_refuse_unless(JUMP_IF_EQUAL, architecture),
            _instruction(LOAD, NUMBER),
            *_refuse_if(JUMP_IF_AT_LEAST, OTHER_NUMBERS),
            *(part for call, error in refused if call is not None for part in _refuse_if(JUMP_IF_EQUAL, call, error)),
            *_refuse_if(JUMP_IF_EQUAL, CLONE3[column], errno.ENOSYS),  # its flags can't be seen; clone is used instead
            *_look_at_argument(CLONE[column], _refuse_if(JUMP_IF_SET, NEW_NAMESPACES)),
            *_look_at_argument(PRLIMIT[column], _refuse_unless(JUMP_IF_EQUAL, 0)),  # only of the process itself
            *_look_at_argument(
                FCNTL[column],
                [part for command in TOLD_OF_OTHERS for part in _refuse_if(JUMP_IF_EQUAL, command)],
                SECOND_ARGUMENT,
            ),
            *_look_at_argument(SOCKET[column], [*_any_of(FAMILIES), _instruction(RETURN, REFUSE | errno.EPERM)]),
            _instruction(RETURN, ALLOW),
        ]
    )


def _instruction(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("=HBBI", code, if_true, if_false, value)


def _refuse_if(test: int, value: int, error: int = errno.EPERM) -> list[bytes]:
    return [_instruction(test, value, 0, 1), _instruction(RETURN, REFUSE | error)]


def _refuse_unless(test: int, value: int) -> list[bytes]:
    return [_instruction(test, value, 1, 0), _instruction(RETURN, REFUSE | errno.EPERM)]


def _any_of(values: tuple[int, ...]) -> list[bytes]:
    """Allow the call where what was loaded is among `values`."""
    return [
        part for value in values for part in (_instruction(JUMP_IF_EQUAL, value, 0, 1), _instruction(RETURN, ALLOW))
    ]


def _look_at_argument(number: int, tests: list[bytes], argument: int = FIRST_ARGUMENT) -> list[bytes]:
    """Make `tests` of an argument of the call `number`, and then load the number again."""
    inner = [_instruction(LOAD, argument), *tests, _instruction(LOAD, NUMBER)]
    return [_instruction(JUMP_IF_EQUAL, number, 0, len(inner)), *inner]
