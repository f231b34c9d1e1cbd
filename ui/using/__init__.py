"""Where a program is used, its result judged, and the program sent or taken home."""
