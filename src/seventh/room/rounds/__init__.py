"""Rounds in the room: live rounds as values, their transfers and log entries, and recovery after a crash."""
