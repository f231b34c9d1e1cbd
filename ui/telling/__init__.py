"""What is told of a run: the plan, the log, the verdict and the evidence, as HTML and as files."""
