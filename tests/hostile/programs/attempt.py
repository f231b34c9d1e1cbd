"""What the programs share: try something that must not be possible, and say how it went."""

import ctypes
import os
import platform

NUMBERS = {
    "x86_64": {
        "ptrace": 101, "syslog": 103, "mount": 165, "umount2": 166, "swapon": 167, "reboot": 169,
        "init_module": 175, "add_key": 248, "request_key": 249, "keyctl": 250, "mq_open": 240, "unshare": 272,
        "perf_event_open": 298, "prlimit64": 302, "open_by_handle_at": 304, "setns": 308, "process_vm_readv": 310,
        "finit_module": 313, "kexec_load": 246, "memfd_create": 319, "bpf": 321, "userfaultfd": 323, "pivot_root": 155,
        "shmget": 29, "semget": 64, "msgget": 68, "ioprio_set": 251, "settimeofday": 164,
        "acct": 163, "clone": 56,
    },
    "aarch64": {
        "ptrace": 117, "syslog": 116, "mount": 40, "umount2": 39, "swapon": 224, "reboot": 142,
        "init_module": 105, "add_key": 217, "request_key": 218, "keyctl": 219, "mq_open": 180, "unshare": 97,
        "perf_event_open": 241, "prlimit64": 261, "open_by_handle_at": 265, "setns": 268, "process_vm_readv": 270,
        "finit_module": 273, "kexec_load": 104, "memfd_create": 279, "bpf": 280, "userfaultfd": 282, "pivot_root": 41,
        "shmget": 194, "semget": 190, "msgget": 186, "ioprio_set": 30, "settimeofday": 170,
        "acct": 89, "clone": 220,
    },
}  # fmt: skip
EVERYWHERE = {
    "pidfd_send_signal": 424, "io_uring_setup": 425, "open_tree": 428, "fsopen": 430,
    "pidfd_open": 434, "clone3": 435, "pidfd_getfd": 438, "mount_setattr": 442, "memfd_secret": 447,
}  # fmt: skip
LIBC = ctypes.CDLL(None, use_errno=True)


def attempt(what, action, *arguments):
    """Do what is forbidden, and print whether it was achieved."""
    try:
        result = action(*arguments)
    except (OSError, ValueError) as error:  # ValueError is how the module resource says that it may not
        print(f"denied: {what}: {error}", flush=True)
    else:
        print(f"achieved: {what}: {result!r:.200}", flush=True)


def syscall(name, *arguments):
    """Call the kernel directly; raises `OSError`."""
    number = {**NUMBERS[platform.machine()], **EVERYWHERE}[name]
    converted = [ctypes.c_long(value) if isinstance(value, int) else value for value in arguments]
    result = LIBC.syscall(ctypes.c_long(number), *converted)
    if result == -1:
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error))
    return result


def others():
    """The process ids of all but this process: the runner and whatever else there is."""
    return [int(name) for name in os.listdir("/proc") if name.isdigit() and int(name) != os.getpid()]


def read(path, size=4096):
    """The beginning of a file, as bytes."""
    with open(path, "rb") as file:
        return file.read(size)


def must_hold(what, condition):
    """Print that something forbidden was achieved unless `condition` is true."""
    print("denied:" if condition else "achieved:", what, flush=True)
