"""What is said of a start that failed in a way which isn't for tests to judge; looked for where results are read."""

CRASHED = "The program crashed"
UNSEEN_ERROR = "and nobody would see why"
NO_WINDOW = "It ended without a window"
FELL_OVER = (CRASHED, UNSEEN_ERROR, NO_WINDOW)
STAYS = "The window doesn't close"
