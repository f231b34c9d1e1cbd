"""What is checked once the tests pass: one file a check. None of them runs generated code outside the sandbox."""
