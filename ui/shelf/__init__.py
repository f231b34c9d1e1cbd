"""The programs that a person keeps."""
