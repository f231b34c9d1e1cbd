"""The page: runs described, watched, trusted and taken away in a browser."""
