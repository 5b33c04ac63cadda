"""Stored counts and their checksums; see `seventh.lab.stored`."""
