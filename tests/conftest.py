"""Settings for every test."""

from hypothesis import settings

# Tests may be slow on a busy machine.
settings.register_profile("seventh", deadline=None)
settings.load_profile("seventh")
