"""The equity of stud hands: every run-out, or a sample with its standard error."""
