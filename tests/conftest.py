"""Settings for every test."""

from hypothesis import settings

# A busy machine is slow without being wrong.
settings.register_profile("seventh", deadline=None)
settings.load_profile("seventh")
