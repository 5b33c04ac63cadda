"""Guests and accounts, passwords, sessions and tokens."""
