"""What sets a machine up: what is here, what is missing, which model fits, and the keys."""
