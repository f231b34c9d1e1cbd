"""What a person, or a file, says: numbers, amounts, dates, times, lengths of time; and how to write them again."""
