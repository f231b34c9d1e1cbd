"""Push characters into the terminal from which the app was started."""

import fcntl
import os
import termios

from attempt import attempt

attempt("open the terminal", os.open, "/dev/tty", os.O_RDWR)
for stream in range(3):
    attempt(f"push a character into stream {stream}", fcntl.ioctl, stream, termios.TIOCSTI, b"x")
