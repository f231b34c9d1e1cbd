"""Every way that we know in which a program can tell something to another one on the same machine.

    python whispers.py tell WORD      tells it in every way, and goes on until it is ended
    python whispers.py hear WORD      prints the names of the ways in which somebody tells it
"""

import contextlib
import ctypes
import errno
import fcntl
import json
import os
import select
import signal
import socket
import struct
import sys
import threading
import time

GIVEN = "given.txt"  # every job of a sandbox has it
PORT = 20000 + hash(sys.argv[2]) % 20000  # hashes have one seed in all sandboxes
MANY = 40
BYTES = 8 << 20
libc = ctypes.CDLL(None, use_errno=True)
kept = []


def at_any(places, do):
    """Whether it is so at any of these; where it can't be done, it isn't."""
    found = False
    for place in places:
        with contextlib.suppress(OSError):
            found = bool(do(place)) or found
    return found


def again_and_again(do):
    def work():
        while True:
            do()
            time.sleep(0.02)

    threading.Thread(target=work, daemon=True).start()


# Sockets: somebody has the address.


def bind(family, kind, address):
    one = socket.socket(family, kind)
    one.bind(address)
    kept.append(one)


def is_bound(family, kind, address):
    with socket.socket(family, kind) as one:
        try:
            one.bind(address)
        except OSError as error:
            return error.errno == errno.EADDRINUSE
    return False


INTERNET = ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET, "127.8.8.8"), (socket.AF_INET6, "::1"))


def by_socket(kind):
    def do(how):
        return at_any(INTERNET, lambda at: how(at[0], kind, (at[1], PORT)))

    return lambda: do(bind), lambda: do(is_bound)


def abstract(how):
    return lambda: how(socket.AF_UNIX, socket.SOCK_STREAM, "\0" + WORD)


def broadcast():
    one = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    one.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
    to = ("127.255.255.255", PORT + 1)
    again_and_again(lambda: at_any([to], lambda to: one.sendto(WORD.encode(), to)))


def broadcast_heard():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
        one.bind(("", PORT + 1))
        one.settimeout(0.5)
        return one.recv(100) == WORD.encode()


# Files: in folders in which both may write, and by those that both may read.


def folders():
    work = os.path.dirname(os.path.dirname(os.getcwd()))
    beside = [os.path.join(work, name, "files") for name in os.listdir(work)] if os.access(work, os.R_OK) else []
    return ["/tmp", "/var/tmp", "/dev/shm", "/dev/mqueue", "/run/lock", "/home", work, *beside]


def leave(name, make):
    def in_folder(folder):
        make(f"{folder}/{WORD}{name}")
        os.chmod(f"{folder}/{WORD}{name}", 0o666)

    at_any(folders(), in_folder)


def is_left(name):
    return at_any(folders(), lambda folder: os.path.exists(f"{folder}/{WORD}{name}"))


def fill():
    kept.append(open("/tmp/" + WORD + "-much", "wb", buffering=0))
    kept[-1].write(bytes(BYTES))


def is_filled():
    disk = os.statvfs("/tmp")
    return (disk.f_blocks - disk.f_bfree) * disk.f_frsize >= BYTES


UNUSED = (GIVEN, os.path.join(os.path.dirname(os.__file__), "this.py"))  # but by who tells something
FILES = (*UNUSED, os.__file__, os.path.realpath(sys.executable), "/etc/passwd", "/etc/hosts", "/dev/null", "/dev/zero")


def held_open(how):
    def hold(path):
        kept.append(open(path))
        how(kept[-1])

    return lambda: at_any(FILES, hold)


def whole_lock(file):
    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def is_wholly_locked(path):
    with open(path) as file:
        try:
            whole_lock(file)
        except BlockingIOError:
            return True
    return False


def record(command, kind):
    return lambda file: struct.unpack_from("h", fcntl.fcntl(file, command, struct.pack("hhqqi4x", kind, 0, 0, 0, 0)))[0]


def is_locked(path):
    with open(path) as file:
        return record(fcntl.F_GETLK, fcntl.F_WRLCK)(file) != fcntl.F_UNLCK


def read_again_and_again():
    again_and_again(lambda: at_any(UNUSED, lambda path: open(path).close()))


def is_read():
    watch = libc.inotify_init1(os.O_NONBLOCK)
    with contextlib.suppress(ValueError):
        for path in UNUSED:
            libc.inotify_add_watch(watch, path.encode(), 0x20)  # opened
        return bool(select.select([watch], [], [], 0.5)[0])


def touch_again_and_again():
    again_and_again(lambda: at_any(FILES, os.utime))


def is_touched():
    before = [os.stat(path).st_mtime_ns for path in FILES]
    time.sleep(0.5)
    return before != [os.stat(path).st_mtime_ns for path in FILES]


# The kernel's own memory.


def by_key(kind, key, *more):
    return lambda flags: getattr(libc, kind)(key, *more, flags)


def of_system_v():
    number = abs(hash(WORD)) & 0x7FFFFFFF
    ways = (by_key("shmget", number, 4096), by_key("msgget", number), by_key("semget", number, 1))
    return lambda: [way(0o1666) for way in ways], lambda: any(way(0) >= 0 for way in ways)


def queue(flags):
    return libc.mq_open(b"/" + WORD.encode(), flags, 0o666, None) >= 0


ADD, REQUEST = (248, 249) if os.uname().machine == "x86_64" else (217, 218)  # system calls


def add_key():
    for ring in (-3, -4, -5):  # of the session and of the user
        libc.syscall(ADD, b"user", WORD.encode(), b"1", 1, ring)


def has_key():
    return libc.syscall(REQUEST, b"user", WORD.encode(), None, 0) >= 0


# Processes: their names, and how many there are.


def be_many():
    for _ in range(MANY):
        if os.fork() == 0:
            signal.pause()


def is_named():
    others = (pid for pid in os.listdir("/proc") if pid.isdigit() and int(pid) != os.getpid())
    return at_any(others, lambda pid: WORD in open(f"/proc/{pid}/comm").read())


def are_many():
    return sum(name.isdigit() for name in os.listdir("/proc")) > MANY


def is_taken(number):
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True


def by_proc(name):
    return lambda: WORD in open(f"/proc/{name}").read()


WORD = sys.argv[2]
WAYS = {
    "abstract socket": (abstract(bind), abstract(is_bound)),
    "TCP": by_socket(socket.SOCK_STREAM),
    "UDP": by_socket(socket.SOCK_DGRAM),
    "broadcast": (broadcast, broadcast_heard),
    "list of sockets": (None, by_proc("net/unix")),
    "file": (lambda: leave("", lambda path: open(path, "w").close()), lambda: is_left("")),
    "named pipe": (lambda: leave("-pipe", os.mkfifo), lambda: is_left("-pipe")),
    "full disk": (fill, is_filled),
    "flock": (held_open(whole_lock), lambda: at_any(FILES, is_wholly_locked)),
    "record lock": (held_open(record(fcntl.F_OFD_SETLK, fcntl.F_RDLCK)), lambda: at_any(FILES, is_locked)),
    "watched file": (read_again_and_again, is_read),
    "touched file": (touch_again_and_again, is_touched),
    "System V": of_system_v(),
    "message queue": (lambda: queue(os.O_CREAT | os.O_RDWR), lambda: queue(os.O_RDONLY)),
    "key": (add_key, has_key),
    "process name": (lambda: libc.prctl(15, WORD.encode(), 0, 0, 0), is_named),
    "many processes": (be_many, are_many),
    "process numbers": (None, lambda: sum(map(is_taken, range(2, 5000))) > MANY),
}


def tell():
    """Stay until it is ended."""
    for way, _ in WAYS.values():
        with contextlib.suppress(OSError):
            if way:
                way()
    print("told", flush=True)
    signal.pause()


def hear():
    """Listen in each way."""
    print(json.dumps([name for name, (_, heard) in WAYS.items() if at_any([heard], lambda heard: heard())]))


{"tell": tell, "hear": hear}[sys.argv[1]]()
