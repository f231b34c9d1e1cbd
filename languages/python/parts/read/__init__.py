"""What reads the person's files: each takes a path, and returns plain values or says in words why it can't."""
