"""Who is here: guests and accounts, passwords, sessions and tokens."""
