"""Shared by games against a dealer."""
