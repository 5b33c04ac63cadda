"""What games against a dealer have in common."""
