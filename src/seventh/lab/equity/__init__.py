"""What a stud hand is worth against others: every run-out, or a sample with its standard error."""
